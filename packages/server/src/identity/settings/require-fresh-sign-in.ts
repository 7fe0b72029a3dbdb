import { Problem } from '../../http/problem.ts'
import type { AppSession } from '../../http/session-guard.ts'
import { sessionLifetimes } from '../sessions/lifetimes.ts'

/** A session left open, or stolen, must not become a way in for good. */
export function requireFreshSignIn({ signedInAt }: AppSession, nowMs = Date.now()): void {
  if (nowMs - signedInAt.getTime() < sessionLifetimes.fresh * 1_000) return
  throw new Problem('forbidden', 'Sign in again first: the last time is more than ten minutes ago.', {
    details: { signInAgain: true },
  })
}

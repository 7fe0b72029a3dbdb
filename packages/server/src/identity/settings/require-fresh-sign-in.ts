import type { AppSession } from '../../platform/caller/app-session.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { sessionLifetimes } from '../session-lifetimes.ts'

/** A session left open, or stolen, must not become permanent access. */
export function requireFreshSignIn({ signedInAt }: AppSession, nowMs = Date.now()): void {
  if (nowMs - signedInAt.getTime() < sessionLifetimes.fresh * 1_000) return
  throw new Problem('forbidden', 'Sign in again: your last sign-in was more than ten minutes ago.', {
    details: { signInAgain: true },
  })
}

import { Problem } from '../problem/problem.ts'

export const usedForAnotherBody = (): Problem =>
  new Problem('invalid_request', 'The Idempotency-Key was used with another body in the last 24 hours.')

export const stillInProgress = (cause: unknown): Problem =>
  new Problem('downstream_timeout', 'A request with the same Idempotency-Key is still in progress.', {
    cause,
  })

/** Another request with the same key was committed since the lookup: look up again. */
export class KeyTakenError extends Error {}

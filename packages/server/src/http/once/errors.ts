import { Problem } from '../problem.ts'

export const usedForAnotherBody = (): Problem =>
  new Problem('invalid_request', 'The Idempotency-Key was used with another body in the last 24 hours.')

export const stillUnderWay = (cause: unknown): Problem =>
  new Problem('downstream_timeout', 'A request with the same Idempotency-Key is still under way.', { cause })

/** Another request with the same key was committed since the key was looked for: look again. */
export class KeyTakenError extends Error {}

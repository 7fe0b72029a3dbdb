import { Problem } from '../../platform/problem/problem.ts'

// A client refreshes its token on 401 only, so 401 is always about the token. The details tell an honest client what to do, but
// not which check a token or a key failed.

const challenge = (description?: string): { readonly headers: Readonly<Record<string, string>> } => {
  const error = description === undefined ? '' : `, error="invalid_token", error_description="${description}"`
  return { headers: { 'www-authenticate': `Bearer realm="parley"${error}` } }
}

export const tokenMissing = (): Problem =>
  new Problem('unauthorized', 'Send an access token in the Authorization header, as Bearer.', challenge())

const expired = 'The access token has expired.'
export const tokenExpired = (): Problem => new Problem('unauthorized', expired, challenge(expired))

const notAccepted = 'The access token is not accepted.'
export const tokenNotAccepted = (): Problem =>
  new Problem('unauthorized', notAccepted, challenge(notAccepted))

const keyRefused =
  'The x-api-key header holds no valid key of the application that the access token was issued to.'

/** Whether a failure may be an attempt to guess. A missing or expired token is not. */
export const isGuess = (error: unknown): boolean =>
  error instanceof Problem && (error.message === notAccepted || error.message === keyRefused)

export const keyMissing = (): Problem => new Problem('forbidden', 'The x-api-key header is missing.')

export const keyNotAccepted = (): Problem => new Problem('forbidden', keyRefused)

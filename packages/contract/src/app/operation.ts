import type Type from 'typebox'
import { anyProblem, type Operation } from '../operation.ts'
import type { ProblemCode } from '../problems.ts'

/** Base path of the advisor's app. It serves the app's own operations and those shared with partners. */
export const appBase = '/app/api'

/**
 * The app sends this header, with any value, on requests it makes by itself, such as a refresh after an event. Only the
 * advisor's own requests keep a session alive; it ends after two hours without one.
 */
export const backgroundHeader = 'x-parley-background'

/**
 * The app sends this header with the advisor id of the account that the page shows. A person who may not act for that advisor, or
 * not any more, gets 403 with `details.chooseAccount: true`, so a page never writes to an account other than its own. Links and
 * live updates, which cannot send headers, have it in the query parameter `account`. Without either it is the person's own
 * account, or the only one.
 */
export const accountHeader = 'x-parley-account'

/**
 * One operation of the advisor's app. It is authorized by the app's session cookie, so it has no scope. It is not part of
 * the partner API and may change with the app that ships with it.
 */
export interface AppOperation {
  readonly id: string
  readonly method: Operation['method']
  /** Relative to /app/api. */
  readonly path: string
  readonly summary: string
  readonly params?: Type.TObject
  readonly query?: Type.TObject
  readonly body?: Type.TObject
  /** The request body is the bytes of a file. */
  readonly file?: { readonly mediaType: string; readonly bytesMax: number }
  /** Body of the 200 response. Without one, the operation returns 204 or a download. */
  readonly result?: Type.TObject
  /** The response is a streamed file. */
  readonly download?: true
  readonly problems: readonly ProblemCode[]
  /** It concerns the person who is signed in, not an advisor's account. */
  readonly isOfPerson?: true
  /** It concerns the firm of the person who is signed in. The firm is that of the session and is never named. */
  readonly isOfFirm?: true
}

/** Problems that any operation of the app can return. The app sends no API version. */
export const anyAppProblem: readonly ProblemCode[] = anyProblem
export const appBodyProblem: readonly ProblemCode[] = [
  ...anyProblem,
  'payload_too_large',
  'unsupported_media_type',
]

import type Type from 'typebox'
import { anyProblem, type Operation } from './operation.ts'
import type { ProblemCode } from './problems.ts'

/** Where the advisor's own app asks. Both kinds of operation are there: those of this list, and those that partners have too. */
export const appBase = '/app/api'

/**
 * What the app asks by itself, such as reading anew after an event, says so with this header, whatever its value: only what
 * the advisor does keeps a session alive, which ends after two hours without.
 */
export const backgroundHeader = 'x-parley-background'

/**
 * One operation of the advisor's own app. It is let in by the app's session cookie, so it has no scope, and it is not part
 * of the partner interface: it may change with the app that ships with it.
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
  /** In place of a body: the bytes of a file. */
  readonly file?: { readonly mediaType: string; readonly bytesMax: number }
  /** Body of the 200. Without one the operation answers 204, or a download. */
  readonly result?: Type.TObject
  /** The answer is a file, streamed as it is read. */
  readonly download?: true
  readonly problems: readonly ProblemCode[]
}

/** What any operation of the app can answer. The app itself needs no version. */
export const anyAppProblem: readonly ProblemCode[] = anyProblem
export const appBodyProblem: readonly ProblemCode[] = [
  ...anyProblem,
  'payload_too_large',
  'unsupported_media_type',
]

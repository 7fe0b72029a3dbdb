import { sha256 } from '#sha256'
import { encodeUtf8 } from '../bytes/utf8.ts'
import type { Checkpoint } from '../checkpoint/checkpoint.ts'
import { verifyTimestamp } from '../timestamp/verify-timestamp.ts'
import type { Bracket } from './brackets.ts'
import type { OpenBundle } from './open-bundle.ts'

export interface CheckedTokens {
  readonly brackets: readonly Bracket[]
  readonly mistakes: readonly string[]
  /** A sentence for the verdict on times. */
  readonly words: string
}

const tokenBytesMax = 65_536
/** RFC 3161 allows whole seconds, and most authorities state no accuracy. */
const accuracyMs = 1_000

/**
 * Checks the time stamps (RFC 3161) of a bundle. One that holds states that a checkpoint, and so every entry in its tree, existed by that time.
 * One of an authority that the reader does not trust counts for nothing.
 */
export async function checkTokens(
  { zip, tokens }: OpenBundle,
  /** Those that are proven to be of the log. */
  checkpoints: readonly Checkpoint[],
  /** Certificates (DER) of the authorities that the reader trusts. */
  roots: readonly Uint8Array[],
): Promise<CheckedTokens> {
  const stamped = new Map(checkpoints.map(({ head, note }) => [`anchors/${head.size}.tsr`, { head, note }]))
  const brackets: Bracket[] = []
  const mistakes: string[] = []
  let untrusted = 0
  for (const path of roots.length > 0 ? tokens : []) {
    const checkpoint = stamped.get(path)
    const token = await zip.read(path, tokenBytesMax)
    const hash = checkpoint && sha256(encodeUtf8(checkpoint.note.text))
    const verdict = hash && token && (await verifyTimestamp(token, { hash, nonce: undefined, roots }))
    if (verdict?.valid) {
      const { timeMs, accuracyMs: stated = accuracyMs } = verdict.info
      brackets.push({
        size: checkpoint?.head.size ?? 0,
        // A token can be obtained at any time for a checkpoint of any age: it does not show that the log was no larger by then.
        earliestMs: Number.NEGATIVE_INFINITY,
        latestMs: timeMs + stated,
      })
    } else if (verdict?.fault === 'untrusted') untrusted += 1
    else
      mistakes.push(
        `The time stamp ${path} is not valid for a checkpoint of the bundle${verdict ? ` (${verdict.fault})` : ''}.`,
      )
  }
  return { brackets, mistakes, words: wordsOf(tokens.length, roots.length, brackets.length, untrusted) }
}

function wordsOf(tokens: number, roots: number, valid: number, untrusted: number): string {
  const format = new Intl.NumberFormat('en-US')
  if (tokens === 0) return ''
  if (roots === 0)
    return ` Time stamps (RFC 3161) in the bundle: ${format.format(tokens)}. They do not count, because you named no authority that you trust.`
  const others =
    untrusted > 0
      ? ` ${format.format(untrusted)} are of authorities that you do not trust, and do not count.`
      : ''
  const limit =
    valid > 0 ? ' A time stamp shows only that entries were written not later than it states.' : ''
  return ` Valid time stamps (RFC 3161): ${format.format(valid)}.${limit}${others}`
}

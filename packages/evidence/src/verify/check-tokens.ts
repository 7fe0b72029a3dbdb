import { encodeUtf8 } from '../bytes/utf8.ts'
import type { OpenBundle } from './open-bundle.ts'
import type { Findings } from './verdict.ts'

/**
 * Checks an RFC 3161 token over the text of a checkpoint, and returns the time in it in seconds since 1970; undefined if the token is
 * not valid or its authority is not trusted.
 */
export type CheckToken = (token: Uint8Array, text: Uint8Array) => Promise<number | undefined>

const tokenBytesMax = 65_536

/** Checks the tokens of a bundle. Returns a sentence about them for the verdict on times. */
export async function checkTokens(
  { zip, checkpoint, earlier, tokens }: OpenBundle,
  check: CheckToken | undefined,
  findings: Findings,
): Promise<string> {
  if (tokens.length === 0) return ''
  if (!check)
    return ` ${tokens.length} time stamps (RFC 3161) are in the bundle; this program does not check them.`
  const checkpoints = [checkpoint, ...earlier.map(each => each.checkpoint)]
  for (const path of tokens) {
    const stamped = checkpoints.find(({ head }) => path === `anchors/${head.size}.tsr`)
    const token = await zip.read(path, tokenBytesMax)
    const time = stamped && token && (await check(token, encodeUtf8(stamped.note.text)))
    if (time === undefined)
      findings.add(`The time stamp ${path} is not valid for a checkpoint of the bundle.`)
  }
  return ` ${tokens.length} time stamps (RFC 3161) are valid.`
}

import { encodeBase64 } from '../bytes/base64.ts'
import { parseDecimal } from '../bytes/decimal.ts'
import { hasControlCharacters } from '../bytes/has-control-characters.ts'
import { FormatError } from '../format-error.ts'
import { hashBytes, parseHash } from './hashes.ts'
import { isSize } from './nodes.ts'

/** The text of a checkpoint, which its signatures sign (c2sp.org/tlog-checkpoint). */
export interface TreeHead {
  /** Identifies the log. Usually its URL without the scheme. */
  readonly origin: string
  readonly size: number
  readonly root: Uint8Array
  /** Lines of unknown meaning. We write none. */
  readonly extensions: readonly string[]
}

export function parseTreeHead(text: string): TreeHead {
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.length < 3 || lines.includes(''))
    throw new FormatError('A checkpoint has three or more lines, and none of them is empty.')
  const [origin = '', size = '', root = '', ...extensions] = lines
  return {
    origin,
    size: parseDecimal(size, 'The tree size of the checkpoint'),
    root: parseHash(root, 'The root of the checkpoint'),
    extensions,
  }
}

export function printTreeHead({ origin, size, root, extensions }: TreeHead): string {
  if (!isSize(size) || root.length !== hashBytes) throw new RangeError('A tree head has a size and a hash')
  const lines = [origin, size.toString(), encodeBase64(root), ...extensions]
  if (lines.some(line => line === '' || hasControlCharacters(line)))
    throw new RangeError('A line of a tree head is empty or contains control characters')
  return `${lines.join('\n')}\n`
}

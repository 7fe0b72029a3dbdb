import type { ContactLine } from './contact-line.ts'

/** What an advisor should know about a line. */
export interface LineNote {
  readonly line: number
  /** Whom the line is about; empty if it does not say. */
  readonly name: string
  /** refused: not imported. doubt: imported without a value. duplicate: in the address book already. */
  readonly kind: 'refused' | 'doubt' | 'duplicate'
  readonly mistake: string
  readonly cells: readonly string[]
}

/** The note of a line that is refused or lacks a value. */
export function noteOf(read: ContactLine): LineNote | undefined {
  const { line, name, cells } = read
  if (read.mistake !== undefined) return { line, name, kind: 'refused', mistake: read.mistake, cells }
  if (read.doubts.length === 0) return undefined
  return {
    line,
    name,
    kind: 'doubt',
    mistake: `${read.doubts.join('. ')} (imported without ${read.doubts.length === 1 ? 'it' : 'them'})`,
    cells,
  }
}

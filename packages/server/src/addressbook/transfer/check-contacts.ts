import { type LineNote, noteOf } from './line-note.ts'
import type { ContactFile } from './open-contact-file.ts'

/** Callbacks while a file is read. */
export interface Watch {
  /** Fraction of the file read, from 0 to 1. */
  readonly onRead?: (share: number) => void
  /** Lines processed so far, reported now and then. */
  readonly onProgress?: (count: number) => void
  /** What is wrong with a line, in file order. */
  readonly onNoted?: (note: LineNote) => void
}

interface CheckReport {
  readonly right: number
  readonly refused: number
  /** Of the right ones, those that would lack a value. */
  readonly doubtful: number
}

const linesBetweenReports = 500

/** What an import of this file would accept and reject. Takes no database, so it cannot change anything. */
export async function checkContacts(file: ContactFile, watch: Watch = {}): Promise<CheckReport> {
  let right = 0
  let refused = 0
  let doubtful = 0
  for await (const line of file.lines(watch.onRead)) {
    const note = noteOf(line)
    if (note) watch.onNoted?.(note)
    if (note?.kind === 'refused') refused += 1
    else right += 1
    if (note?.kind === 'doubt') doubtful += 1
    if ((right + refused) % linesBetweenReports === 0) watch.onProgress?.(right + refused)
  }
  return { right, refused, doubtful }
}

import type { ContactFile } from './open-contact-file.ts'

/** Callbacks while a file is read. */
export interface Watch {
  /** Fraction of the file read, from 0 to 1. */
  readonly onRead?: (share: number) => void
  /** Lines processed so far, reported now and then. */
  readonly onProgress?: (count: number) => void
  /** A rejected line and the reason, in file order. */
  readonly onRefused?: (line: number, mistake: string) => void
}

interface CheckReport {
  readonly right: number
  readonly refused: number
}

const linesBetweenReports = 500

/** What an import of this file would accept and reject. Takes no database, so it cannot change anything. */
export async function checkContacts(file: ContactFile, watch: Watch = {}): Promise<CheckReport> {
  let right = 0
  let refused = 0
  for await (const { line, mistake } of file.lines(watch.onRead)) {
    if (mistake === undefined) right += 1
    else {
      refused += 1
      watch.onRefused?.(line, mistake)
    }
    if ((right + refused) % linesBetweenReports === 0) watch.onProgress?.(right + refused)
  }
  return { right, refused }
}

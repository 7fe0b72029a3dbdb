import type { ContactFile } from './transfer/open-contact-file.ts'

/** Told while a file is read. */
export interface Watch {
  /** How much of the file is read, from 0 to 1. */
  readonly onRead?: (share: number) => void
  /** How many lines have been dealt with, told now and then. */
  readonly onProgress?: (count: number) => void
  /** A line that gives no contact, and why. In the order of the file. */
  readonly onRefused?: (line: number, mistake: string) => void
}

interface CheckReport {
  readonly right: number
  readonly refused: number
}

const linesBetweenReports = 500

/** What an import of this file would take and refuse. It has no database, so it can change nothing. */
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

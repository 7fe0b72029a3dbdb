import { csvLine, guardCell } from '../transfer/cell.ts'
import type { UploadRow } from './queries.ts'

/**
 * The lines that were refused or lack a value, as they were, each with what is wrong. Corrected, the file can be imported: people
 * who are in the address book already get what they lack.
 */
export function linesToFix({ columns, notes }: Pick<UploadRow, 'columns' | 'notes'>): string {
  const wrong = notes.filter(({ kind }) => kind !== 'duplicate')
  const titles = [...columns.map(({ title }) => title), 'Line', 'What to fix']
  const lines = wrong.map(({ line, mistake, cells = [] }) => [
    ...columns.map((_, column) => guardCell(cells[column] ?? '')),
    String(line),
    mistake,
  ])
  return `\u{feff}${[titles, ...lines].map(csvLine).join('')}`
}

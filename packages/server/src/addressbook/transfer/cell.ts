// How a text stands in a cell of a CSV file, so that a spreadsheet takes no part of it for a formula and an import gives
// the same text back.

/** What begins a formula, also in its full width, behind whatever a spreadsheet skips. */
const formula = /^[\s"'\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u

/** Whether a cell needs an apostrophe in front: it looks like a formula, or it would lose white space when it is read. */
function needsApostrophe(text: string): boolean {
  const bare = text.replace(/^'+/, '')
  return formula.test(text) || bare !== bare.trim()
}

/**
 * Puts an apostrophe before whatever a spreadsheet could take for a formula: at the beginning and, since some programs
 * split cells at another separator and do not mind the quotation marks, after everything that could separate cells.
 */
export function guardCell(text: string): string {
  const guarded = text.replaceAll(/(?<=[,;|\t\r\n])/g, (_, position: number) =>
    formula.test(text.slice(position)) ? "'" : '',
  )
  return needsApostrophe(text) ? `'${guarded}` : guarded
}

/** All that is skipped before a formula, and what begins one, if it does. */
const skipped = /([\s"'\p{Cc}\p{Cf}]+)([=+\-@＝＋－＠]?)/gu

/**
 * The text that stands in a cell, of our own files and of others: without guarding apostrophes and outer white space. A
 * cell of somebody's file may be as long as a record, so it is walked through once: where each apostrophe looked ahead by
 * itself, 40 kB took four seconds.
 */
export function unguardCell(cell: string): string {
  const isGuarded = cell.startsWith("'") && needsApostrophe(cell.slice(1))
  const text = isGuarded ? cell.slice(1) : cell.trim()
  return text.replaceAll(skipped, (whole, run: string, sign: string, start: number) =>
    sign === ''
      ? whole
      : run.replaceAll("'", (apostrophe, place: number) =>
          /[,;|\t\r\n]/.test(text[start + place - 1] ?? '') ? '' : apostrophe,
        ) + sign,
  )
}

/** A line as in RFC 4180. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

const quoted = (cell: string): string => (/[",;|\s']/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

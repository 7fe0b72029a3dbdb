// Encodes text for CSV cells so that no spreadsheet reads any of it as a formula and an import restores the same text.

/** The start of a formula, also in full-width characters, after anything a spreadsheet skips. */
const formula = /^[\s"'\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u

/** Whether a cell needs a leading apostrophe: it looks like a formula, or reading it would trim white space. */
function needsApostrophe(text: string): boolean {
  const bare = text.replace(/^'+/, '')
  return formula.test(text) || bare !== bare.trim()
}

/**
 * Puts an apostrophe before anything a spreadsheet could read as a formula: at the start and, since some programs split
 * cells at other separators and ignore the quotation marks, after every character that could separate cells.
 */
export function guardCell(text: string): string {
  const guarded = text.replaceAll(/(?<=[,;|\t\r\n])/g, (_, position: number) =>
    formula.test(text.slice(position)) ? "'" : '',
  )
  return needsApostrophe(text) ? `'${guarded}` : guarded
}

/** Characters skipped before a formula, followed by its first character if there is one. */
const skipped = /([\s"'\p{Cc}\p{Cf}]+)([=+\-@＝＋－＠]?)/gu

/**
 * Decodes a cell from our own or other files: removes guarding apostrophes and outer white space. A cell may be as long
 * as a record, so this is a single pass: with a lookahead per apostrophe, 40 kB took four seconds.
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

/** One CSV line (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

const quoted = (cell: string): string => (/[",;|\s']/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

// Command output: plain text in columns, or JSON. No colours, no escape sequences.
import { Option } from 'commander'

export interface Formatted {
  readonly format: 'table' | 'json'
}

export const formatOption = (): Option =>
  new Option('--format <format>', 'table or json').choices(['table', 'json']).default('table')

/** Prints the value as JSON, or the equivalent text. */
export function print({ format }: Formatted, value: unknown, text: string): void {
  process.stdout.write(`${format === 'json' ? JSON.stringify(value, null, 2) : text}\n`)
}

type Cell = string | number

/** Columns under titles, each as wide as its widest cell. */
export function table(titles: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [titles.map(title => title.toUpperCase()), ...rows.map(row => row.map(String))]
  const widths = titles.map((_, column) => Math.max(...lines.map(line => widthOf(line[column] ?? ''))))
  return lines.map(line => alignLine(line, widths)).join('\n')
}

/** One line per field. A field with several values takes a line for each. */
export function fields(
  pairs: readonly (readonly [label: string, value: Cell | readonly string[]])[],
): string {
  const lines = pairs.flatMap(([label, value]) => {
    const values = typeof value === 'object' ? value : [String(value)]
    return values.length === 0
      ? [[label, '-']]
      : values.map((text, index) => [index === 0 ? label : '', text])
  })
  const width = Math.max(...pairs.map(([label]) => widthOf(label)))
  return lines.map(line => `  ${alignLine(line, [width, 0])}`).join('\n')
}

function alignLine(line: readonly string[], widths: readonly number[]): string {
  const padded = line.map(
    (text, column) => text + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(text))),
  )
  return padded.join('  ').trimEnd()
}

const graphemes = new Intl.Segmenter()
const widthOf = (text: string): number => [...graphemes.segment(text)].length

export const day = (date: Date): string => date.toISOString().slice(0, 10)

export const minute = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`

export const status = (active: boolean): string => (active ? 'active' : 'disabled')

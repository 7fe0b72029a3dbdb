import { UnreadableError } from './unreadable.ts'

export interface CsvRecord {
  /** First line of the record, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

interface CsvScanner {
  /** Returns the records that end in the next piece of text, without blank ones. */
  write(piece: string): Generator<CsvRecord, void>
  /** Returns the last record if no line end follows it. */
  end(): Generator<CsvRecord, void>
}

const recordCharactersMax = 1_000_000
/** More than any program writes. A line of separators only would otherwise produce millions of cells at once. */
const recordCellsMax = 10_000

const quote = 0x22
const carriageReturn = 0x0d
const lineFeed = 0x0a

/**
 * Parses CSV as in RFC 4180, with any line ends. Each character is read once, also in blank lines: csv-parse builds an error
 * with its stack for every record whose cell count differs from the first, 40 µs for a line of one character.
 */
export function createCsvScanner(separator: string, linesMax = Number.POSITIVE_INFINITY): CsvScanner {
  const separating = separator.charCodeAt(0)
  let place: 'cellStart' | 'plain' | 'quoted' | 'afterQuote' = 'cellStart'
  let line = 1
  let recordLine = 1
  let cells: string[] = []
  /** The part of the cell from earlier pieces and before doubled quotation marks. */
  let cell = ''
  let recordCharacters = 0
  // Kept across pieces, so that a CRLF is one line end wherever it is split.
  let previous = 0

  const fail = (why: string): never => {
    throw new UnreadableError(`near line ${line}: ${why}`)
  }

  function endCell(): void {
    cells.push(cell)
    cell = ''
    place = 'cellStart'
    if (cells.length > recordCellsMax) fail(`it has more than ${recordCellsMax} columns`)
  }

  function take(rest: string): void {
    cell += rest
    recordCharacters += rest.length
    if (recordCharacters > recordCharactersMax) {
      fail(place === 'quoted' ? 'a quotation mark is open for too long' : 'the line is too long')
    }
  }

  function endRecord(): CsvRecord | undefined {
    endCell()
    const record = { line: recordLine, cells }
    cells = []
    recordCharacters = 0
    return record.cells.some(written => written.trim() !== '') ? record : undefined
  }

  function* write(piece: string): Generator<CsvRecord, void> {
    // Start of the part of the cell that is not yet copied.
    let from = 0
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at)
      const isLineEnd = code === lineFeed || code === carriageReturn
      const isSecondOfTwo = code === lineFeed && previous === carriageReturn
      previous = code
      if (place === 'quoted') {
        if (code === quote) {
          take(piece.slice(from, at))
          place = 'afterQuote'
        } else if (isLineEnd && !isSecondOfTwo) line += 1
        continue
      }
      if (code === separating || isLineEnd) {
        if (place === 'plain') take(piece.slice(from, at))
        if (code === separating) {
          endCell()
          continue
        }
        // A line end with nothing before it: a blank line, or the second half of the previous line end.
        const isBlank = place === 'cellStart' && cells.length === 0
        const record = isBlank ? undefined : endRecord()
        if (!isSecondOfTwo) line += 1
        recordLine = line
        if (record) yield record
      } else if (code === quote) {
        if (place === 'plain') fail(misplaced)
        // The second of a doubled quotation mark, which is part of the cell.
        from = place === 'afterQuote' ? at : at + 1
        place = 'quoted'
      } else if (place === 'afterQuote') fail(misplaced)
      else if (place === 'cellStart') {
        place = 'plain'
        from = at
      }
    }
    if (place === 'plain' || place === 'quoted') take(piece.slice(from))
    const isAtLineStart = place === 'cellStart' && cells.length === 0
    if (line - (isAtLineStart ? 1 : 0) > linesMax)
      throw new UnreadableError(`it has more than ${linesMax} lines, the blank ones included`)
  }

  return {
    write,
    end: function* () {
      if (place === 'quoted') fail('a quotation mark is not closed')
      const record = place === 'cellStart' && cells.length === 0 ? undefined : endRecord()
      if (record) yield record
    },
  }
}

const misplaced =
  'a quotation mark stands where none may: the whole cell must be in quotation marks, and one inside it doubled'

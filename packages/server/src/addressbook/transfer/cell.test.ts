// No spreadsheet may read our text as a formula, and no text may change on export and import.
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, guardCell, unguardCell } from './cell.ts'

const odd = fc.string({
  unit: fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '＝',
    "'",
    '"',
    ' ',
    '\t',
    '\r',
    '\n',
    ',',
    ';',
    '|',
    'a',
    '\u00a0',
    '1',
  ),
})
const texts = fc.oneof(odd, fc.string({ unit: 'binary' }), fc.string())

/** What a spreadsheet would evaluate, by the OWASP rule and what programs skip before it. */
const isFormula = (cell: string): boolean =>
  /^[\s"\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell) || /^[\t\r]/.test(cell)

describe('a guarded cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\rx', "'\rx"],
    ['  =1', "'  =1"],
    ['＝1', "'＝1"],
    ['x;=1', "x;'=1"],
    ['x\n=1', "x\n'=1"],
    ["'=1", "''=1"],
    ['O’Brien', 'O’Brien'],
    ["'t Hooft", "'t Hooft"],
    ['Ann-Marie', 'Ann-Marie'],
    ['ann+news@mail.test', 'ann+news@mail.test'],
  ])('encodes %j as %j', (text, cell) => {
    expect(guardCell(text)).toBe(cell)
    expect(unguardCell(cell)).toBe(text)
  })

  it('decodes to its original text, whatever it is', () => {
    fc.assert(
      fc.property(texts, text => {
        expect(unguardCell(guardCell(text))).toBe(text)
      }),
      { numRuns: 5_000 },
    )
  })

  it('is never a formula, whatever separator a program uses', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), cells => {
        const line = csvLine(cells.map(guardCell))
        expect(parse(line, { record_delimiter: '\r\n' })).toEqual([cells.map(guardCell)])
        expect(cells.map(guardCell).filter(isFormula)).toEqual([])
        // A program that expects another separator and treats a quotation mark inside a cell as a plain character.
        for (const separator of [';', '|', '\t']) {
          const pieces = line.split(/\r\n|\r|\n/).flatMap(part => part.split(separator))
          const calculated = pieces.filter(piece => /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(piece))
          expect(calculated).toEqual([])
        }
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    ['  Ann ', 'Ann'],
    ["'+12025550123", '+12025550123'],
    ["'", "'"],
    ['', ''],
    ['   ', ''],
  ])('decodes %j from a foreign file as %j', (cell, text) => {
    expect(unguardCell(cell)).toBe(text)
  })
})

// No spreadsheet may take a text of ours for a formula, and no text may change on its way out and in again.
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

/** What a spreadsheet calculates instead of showing, by the rule of OWASP and what programs skip before it. */
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
  ])('%j stands as %j', (text, cell) => {
    expect(guardCell(text)).toBe(cell)
    expect(unguardCell(cell)).toBe(text)
  })

  it('gives its text back, whatever it is', () => {
    fc.assert(
      fc.property(texts, text => {
        expect(unguardCell(guardCell(text))).toBe(text)
      }),
      { numRuns: 5_000 },
    )
  })

  it('is no formula, whatever a program splits it at', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), cells => {
        const line = csvLine(cells.map(guardCell))
        expect(parse(line, { record_delimiter: '\r\n' })).toEqual([cells.map(guardCell)])
        expect(cells.map(guardCell).filter(isFormula)).toEqual([])
        // One that expects another separator, and for which a quotation mark inside a cell is only a character.
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
  ])('of another’s file %j is read as %j', (cell, text) => {
    expect(unguardCell(cell)).toBe(text)
  })
})

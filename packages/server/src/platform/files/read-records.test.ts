import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRecords } from './read-records.ts'

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  // A decoder never cuts a character in half.
  const characters = [...text]
  for (let start = 0; start < characters.length; start += size) {
    yield characters.slice(start, start + size).join('')
  }
}

async function read(text: string, size = text.length): Promise<(readonly [number, ...string[]])[]> {
  const records: [number, ...string[]][] = []
  for await (const { line, cells } of readRecords(inPieces(text, size))) records.push([line, ...cells])
  return records
}

describe('the records of a CSV file', () => {
  it('start at the line that an editor shows, with any line ends', async () => {
    const text = 'a,b\r\n\r\n"x\r\ny",2\r\n\n1,2\nq,"z\n\n"\n , \n5,6\r7,8\r\n'
    const expected = [
      [1, 'a', 'b'],
      [3, 'x\r\ny', '2'],
      [6, '1', '2'],
      [7, 'q', 'z\n\n'],
      [11, '5', '6'],
      [12, '7', '8'],
    ]
    expect(await read(text)).toEqual(expected)
    for (const size of [5, 7, 11]) expect(await read(text, size)).toEqual(expected)
  })

  it.each([
    ['a,b;c,d\n', ['a', 'b;c', 'd']],
    ['a;b,c;d\n', ['a', 'b,c', 'd']],
    ['a\tb,c\td\n', ['a', 'b,c', 'd']],
    ['"a,b,c";d\n', ['a,b,c', 'd']],
    ['\na;b\n', ['a', 'b']],
    ['a\n', ['a']],
  ])('are split at the most frequent separator of the first record: %j', async (text, cells) => {
    expect((await read(text)).map(([, ...found]) => found)).toEqual([cells])
  })

  it.each([
    ['a\n"x', 'near line 2: a quotation mark is not closed'],
    ['a\nb\nc "secret" d\n', 'near line 3: a quotation mark stands where none may'],
    ['a\n"secret" y\n', 'near line 2: a quotation mark stands where none may'],
    [`a\n"${'x'.repeat(1_100_000)}`, 'near line 2: a quotation mark is open for too long'],
    [`a\n${'secret'.repeat(200_000)}`, 'near line 2: the line is too long'],
    [`a\n${','.repeat(10_001)}`, 'near line 2: it has more than 10000 columns'],
  ])('are rejected with line number and reason, without quoting the file', async (text, message) => {
    const reading = read(text)
    await expect(reading).rejects.toThrow(message)
    await expect(reading).rejects.not.toThrow('secret')
  })

  it('equal those of another CSV parser', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\r', '\n', 'é', '\0'), maxLength: 6 })
    const quoted = cell.map(text => `"${text.replaceAll('"', '""')}"`)
    const plain = cell.map(text => text.replaceAll(/[",\r\n]/g, ''))
    const row = fc
      .array(fc.oneof(quoted, plain), { minLength: 1, maxLength: 4 })
      .map(cells => cells.join(','))
    const end = fc.constantFrom('\n', '\r\n', '\r', '\n\n', '')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(row, fc.constantFrom('\n', '\r\n', '\r', '\n\n\r\n'))),
        row,
        end,
        fc.integer({ min: 1, max: 9 }),
        async (rows, last, lastEnd, size) => {
          const text = `x,y\n${rows.flat().join('')}${last}${lastEnd}`
          const others: string[][] = parse(text, {
            record_delimiter: ['\r\n', '\n', '\r'],
            relax_column_count: true,
          })
          const expected = others.filter(cells => cells.some(written => written.trim() !== ''))
          expect((await read(text, size + 4)).map(([, ...cells]) => cells)).toEqual(expected)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('are limited by the number of lines, including blank ones', async () => {
    const reading = async (linesMax: number): Promise<number> => {
      let count = 0
      for await (const _ of readRecords(inPieces('a\n\n\nb\n', 3), { linesMax })) count += 1
      return count
    }
    expect(await reading(4)).toBe(2)
    await expect(reading(3)).rejects.toThrow('it has more than 3 lines, the blank ones included')
  })

  it.each([
    ['blank lines', '\n'],
    ['lines of one character', 'a\n'],
    ['lines of separators', ',,\n'],
    ['lines of spaces', ' \n'],
    ['empty quotation marks', '""\n'],
    ['lines with a cell too many', 'a,b,c\n'],
  ])('are cheap to read if they are %s', async (...[, line]) => {
    async function* file(): AsyncGenerator<string> {
      yield 'x,y\n'
      for (let piece = 0; piece < 10; piece += 1) yield line.repeat(10_000)
    }
    const before = process.threadCpuUsage()
    let count = 0
    for await (const _ of readRecords(file())) count += 1
    const microseconds = process.threadCpuUsage(before).user / 100_000
    expect([1, 100_001]).toContain(count)
    // 0.1 to 2; 30 to 45 if an error is built for each line whose column count differs from the first.
    expect(microseconds).toBeLessThan(10)
  })

  it('yield to the event loop, whatever the reader does with them', async () => {
    let turns = 0
    const state = { isOver: false }
    const others = (async () => {
      for (; !state.isOver; turns += 1) await new Promise(resolve => setImmediate(resolve))
    })()
    for await (const _ of readRecords(inPieces('a\n'.repeat(1_000), 64 * 1024))) {
      const until = performance.now() + 1
      while (performance.now() < until);
    }
    state.isOver = true
    await others
    // A thousand milliseconds of work, in pieces of ten.
    expect(turns).toBeGreaterThan(50)
  })

  it('are the same, however the file is split', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\r', '\n', 'é', '😀'), maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, size) => {
          const body = rows.map(row => row.map(text => `"${text.replaceAll('"', '""')}"`).join(','))
          const text = ['x,y', ...body, ''].join('\r\n')
          const kept = rows.filter(row => row.some(written => written.trim() !== ''))
          // The first piece holds the first line, as it does in a file.
          const found = await read(text, size + 4)
          expect(found.slice(1).map(([, ...cells]) => cells)).toEqual(kept)
        },
      ),
      { numRuns: 200 },
    )
  })
})

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
  it('begin at the line that an editor shows, whatever the line ends', async () => {
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
  ])('are split at what stands most often in the first: %j', async (text, cells) => {
    expect((await read(text)).map(([, ...found]) => found)).toEqual([cells])
  })

  it.each([
    ['a\n"x', 'near line 2: a quotation mark is not closed'],
    ['a\nb\nc "secret" d\n', 'near line 3: a quotation mark stands where none may'],
    ['a\n"secret" y\n', 'near line 2: a quotation mark stands where none may'],
    [`a\n"${'x'.repeat(1_100_000)}`, 'near line 2: a quotation mark is open for too long'],
  ])('are told to be none by line and reason, without a word of them', async (text, message) => {
    const reading = read(text)
    await expect(reading).rejects.toThrow(message)
    await expect(reading).rejects.not.toThrow('secret')
  })

  it('are the same, however the file is cut', async () => {
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

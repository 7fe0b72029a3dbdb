import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sourceOfBlob, writeZip, Zip, type ZipContent } from '../../src/index.ts'
import { textOf, utf8 } from '../hex.ts'
import { judge, sourceOf } from './judge.ts'

async function zipOf(files: readonly ZipContent[]): Promise<Uint8Array> {
  async function* each(): AsyncGenerator<ZipContent> {
    yield* files
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of writeZip(each())) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield utf8(text)
}

async function* whole(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

const small = (): Promise<Uint8Array> =>
  zipOf([
    { path: 'one.txt', content: utf8('stored') },
    { path: 'two.txt', content: pieces('deflated '.repeat(1000)) },
  ])

/** Places of all central records, by their signature. */
function records(bytes: Uint8Array): number[] {
  const buffer = Buffer.from(bytes)
  const found: number[] = []
  for (let at = buffer.indexOf('PK\x01\x02'); at >= 0; at = buffer.indexOf('PK\x01\x02', at + 4))
    found.push(at)
  return found
}

function patched(bytes: Uint8Array, change: (view: DataView, places: readonly number[]) => void): Uint8Array {
  const copy = new Uint8Array(bytes)
  change(new DataView(copy.buffer), records(copy))
  return copy
}

const readAll = async (bytes: Uint8Array): Promise<void> => {
  const zip = await Zip.open(sourceOf(bytes))
  for (const path of zip.paths) await zip.read(path, 100_000)
}

describe('a zip file', () => {
  it('is read back as it was written, from memory and from a blob', async () => {
    const bytes = await small()
    for (const source of [sourceOf(bytes), sourceOfBlob(new Blob([Buffer.from(bytes)]))]) {
      const zip = await Zip.open(source)
      expect([...zip.paths]).toEqual(['one.txt', 'two.txt'])
      expect(textOf((await zip.read('one.txt', 10)) ?? new Uint8Array())).toBe('stored')
      expect(textOf((await zip.read('two.txt', 10_000)) ?? new Uint8Array())).toBe('deflated '.repeat(1000))
      expect(await zip.read('three.txt', 10)).toBeUndefined()
    }
  })

  it('with more files than 16 bits count is read back', async () => {
    const bytes = await zipOf(
      Array.from({ length: 66_000 }, (_, index) => ({ path: `f/${index}`, content: utf8(`${index}`) })),
    )
    const zip = await Zip.open(sourceOf(bytes))
    expect(textOf((await zip.read('f/65999', 10)) ?? new Uint8Array())).toBe('65999')
  })

  it.each([
    '../etc/passwd',
    '/etc/passwd',
    'a/../b',
    'a//b',
    'C:\\x',
    'a\u0000b',
    '.hidden',
    'a/.b',
    'a.',
    'a./b',
    'ä',
    'dir/',
    '',
  ])('is not written with the path %j', async path => {
    await expect(zipOf([{ path, content: utf8('x') }])).rejects.toThrow(RangeError)
  })

  it.each([
    ['One.txt', 'one.TXT'],
    ['a/b', 'a'],
    ['a', 'A/b'],
    ['a/b/c', 'a/B'],
  ])('is not written with the paths %s and %s together', async (one, other) => {
    const files = [one, other].map(path => ({ path, content: utf8('x') }))
    await expect(zipOf(files)).rejects.toThrow(RangeError)
  })

  it.each<[string, RegExp, (view: DataView, places: readonly number[]) => void]>([
    [
      'a path that leads out',
      /not allowed/,
      (view, [first = 0]) => [0x2e, 0x2e, 0x2f].forEach((byte, at) => view.setUint8(first + 46 + at, byte)),
    ],
    [
      'two files of one name',
      /two files/,
      (view, [, second = 0]) => [...utf8('ONE')].forEach((byte, at) => view.setUint8(second + 46 + at, byte)),
    ],
    ['another name in its header', /differs from the directory/, view => view.setUint8(30, 0x58)],
    ['another version in its header', /differs from the directory/, view => view.setUint8(4, 45)],
    [
      'another checksum behind its content',
      /differs from the directory/,
      (view, [first = 0]) => view.setUint8(first - 12, view.getUint8(first - 12) ^ 1),
    ],
    [
      'a larger size than its content',
      /shorter than the directory/,
      (view, [first = 0, second = 0]) => {
        view.setUint32(second + 24, 9001, true)
        view.setUint32(first - 4, 9001, true)
      },
    ],
    [
      'a smaller size than its content',
      /longer than the directory/,
      (view, [first = 0, second = 0]) => {
        view.setUint32(second + 24, 8999, true)
        view.setUint32(first - 4, 8999, true)
      },
    ],
    [
      'a size that nothing expands to',
      /expands too much/,
      (view, [, second = 0]) => view.setUint32(second + 24, 2 ** 31, true),
    ],
    ['two sizes of what is stored', /two sizes/, (view, [first = 0]) => view.setUint32(first + 24, 5, true)],
    [
      'files that overlap',
      /does not begin where/,
      (view, [, second = 0]) => view.setUint32(second + 42, 3, true),
    ],
    ['an encrypted file', /unknown way/, (view, [first = 0]) => view.setUint16(first + 8, 0x0801, true)],
    ['an unknown method', /do not use/, (view, [first = 0]) => view.setUint16(first + 10, 14, true)],
    ['another number of files', /unknown way/, view => view.setUint16(view.byteLength - 12, 3, true)],
    [
      'another number of files in both places',
      /number of files/,
      view => {
        view.setUint16(view.byteLength - 12, 3, true)
        view.setUint16(view.byteLength - 14, 3, true)
      },
    ],
    ['a date', /unknown way/, (view, [first = 0]) => view.setUint16(first + 14, 0x5d21, true)],
    [
      'attributes of a link',
      /unknown way/,
      (view, [first = 0]) => view.setUint32(first + 38, 0xa1ff0000, true),
    ],
    ['another version', /unknown way/, (view, [first = 0]) => view.setUint16(first + 4, 0x031e, true)],
    ['a directory elsewhere', /not where its end says/, view => view.setUint32(view.byteLength - 6, 0, true)],
    ['a comment', /not a zip file/, view => view.setUint16(view.byteLength - 2, 1, true)],
  ])('with %s is refused', async (_, message, change) => {
    await expect(readAll(patched(await small(), change))).rejects.toThrow(message)
  })

  it('with a directory that does not fit into memory is refused before that is read', async () => {
    const tail = Buffer.from(
      await zipOf(Array.from({ length: 66_000 }, (_, at) => ({ path: `f${at}`, content: utf8('') }))),
    ).subarray(-98)
    const size = 5e9
    tail.writeBigUInt64LE(1n, 32)
    tail.writeBigUInt64LE(BigInt(size - 98), 40)
    tail.writeBigUInt64LE(0n, 48)
    const reads: number[] = []
    const read = (start: number, end: number): Promise<Uint8Array> => {
      reads.push(end - start)
      return Promise.resolve(new Uint8Array(tail.subarray(98 - (end - start))))
    }
    await expect(Zip.open({ size, read })).rejects.toThrow(/at most/)
    expect(reads).toEqual([98])
  })

  it('that is a bomb is refused before it is read', async () => {
    const noise = randomBytes(1_100_000)
    const bytes = await zipOf(
      Array.from({ length: 5 }, (_, at) => ({ path: `bomb${at}`, content: whole(noise) })),
    )
    const bomb = patched(bytes, (view, places) => {
      for (const place of places) view.setUint32(place + 24, 2 ** 30, true)
    })
    await expect(Zip.open(sourceOf(bomb))).rejects.toThrow('The bundle expands too much.')
  })

  it('opens when a file expands as much as deflate can', async () => {
    const bytes = await zipOf([{ path: 'page.html', content: whole(Buffer.alloc(10_000_000, '&#39;')) }])
    expect(bytes.length).toBeLessThan(100_000)
    const zip = await Zip.open(sourceOf(bytes))
    expect((await zip.read('page.html', 10_000_000))?.length).toBe(10_000_000)
  })
})

it.each([
  ['nothing', () => Promise.resolve(new Uint8Array())],
  ['a text', () => Promise.resolve(utf8('hello '.repeat(50)))],
  ['a zip file of something else', small],
  [
    'a manifest that is no JSON',
    () =>
      zipOf([
        { path: 'manifest.json', content: utf8('{') },
        { path: 'checkpoint', content: utf8('') },
      ]),
  ],
])('%s cannot be judged: exit 2', async (_, make) => {
  const report = await judge(await make())
  expect(report).toMatchObject({ exitCode: 2, outcome: 'unreadable', verdicts: [] })
  expect(report.words).toMatch(/^This file cannot be judged\. \S/)
})

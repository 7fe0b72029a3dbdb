import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { centralRecord, endRecords, lengthOf } from '../../src/bundle/zip/zip-records.ts'
import { type ByteSource, Zip } from '../../src/index.ts'
import { utf8 } from '../hex.ts'
import { judge, sourceOf } from './judge.ts'
import { bundleBytes, inputOf } from './seal-history.ts'
import { victims } from './victims.ts'

const log = victims[1]?.log
if (!log) throw new Error('no log')
const bundle = Buffer.from(await bundleBytes(inputOf(log, 0)))
const endBytes = 22
const at = bundle.length - endBytes
const start = bundle.readUInt32LE(at + 16)
const count = bundle.readUInt16LE(at + 10)
const files = bundle.subarray(0, start)
const directory = bundle.subarray(start, at)
const end = bundle.subarray(at)

interface Parts {
  readonly files?: Buffer
  readonly directory?: Buffer
  /** Between the directory and the last record. */
  readonly between?: Buffer
}

/** The bundle of these parts, with a last record that fits. */
function put(parts: Parts): Uint8Array {
  const before = parts.files ?? files
  const middle = parts.directory ?? directory
  const last = Buffer.from(end)
  last.writeUInt16LE(count, 8)
  last.writeUInt16LE(count, 10)
  last.writeUInt32LE(middle.length, 12)
  last.writeUInt32LE(before.length, 16)
  return new Uint8Array(Buffer.concat([before, middle, parts.between ?? Buffer.alloc(0), last]))
}

const uint = (bytes: number, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

/** The directory as records. */
function recordsOf(bytes: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let place = 0; place < bytes.length; ) {
    const length =
      46 + bytes.readUInt16LE(place + 28) + bytes.readUInt16LE(place + 30) + bytes.readUInt16LE(place + 32)
    found.push(Buffer.from(bytes.subarray(place, place + length)))
    place += length
  }
  return found
}
const pathOf = (record: Buffer): string => record.subarray(46, 46 + record.readUInt16LE(28)).toString()

const changeRecords = (change: (record: Buffer) => Buffer): Buffer =>
  Buffer.concat(recordsOf(directory).map(record => change(Buffer.from(record))))

/** Files from this offset on begin later by so much. */
const moved = (by: number, from = 1): Buffer =>
  changeRecords(record => {
    const offset = record.readUInt32LE(42)
    if (offset >= from) record.writeUInt32LE(offset + by, 42)
    return record
  })

/** Info-ZIP takes the name from this field, if its checksum is that of the other name. */
function unicodePath(path: string, other: string): Buffer {
  const content = Buffer.concat([uint(1, 1), uint(4, crc32(path)), Buffer.from(other)])
  return Buffer.concat([uint(2, 0x7075), uint(2, content.length), content])
}

const withExtra = (record: Buffer, extra: Buffer): Buffer => {
  const path = record.readUInt16LE(28)
  record.writeUInt16LE(extra.length, 30)
  return Buffer.concat([record.subarray(0, 46 + path), extra])
}

/** What a zip file hides from one program and shows to another. */
const twoContents: readonly (readonly [string, () => Uint8Array])[] = [
  [
    'another path in an extra field',
    () => {
      const rename = (record: Buffer): Buffer =>
        pathOf(record) === 'README.html'
          ? withExtra(record, unicodePath('README.html', 'entries/0001.jsonl'))
          : record
      return put({ directory: changeRecords(rename) })
    },
  ],
  [
    'an offset in an extra field that needs none',
    () => {
      const far = (record: Buffer): Buffer => {
        const field = Buffer.concat([uint(2, 1), uint(2, 8), record.subarray(42, 46), Buffer.alloc(4)])
        record.writeUInt32LE(0xffff_ffff, 42)
        return withExtra(record, field)
      }
      return put({ directory: changeRecords(far) })
    },
  ],
  [
    'another directory in the comment of a file',
    () => {
      const [last = Buffer.alloc(0), ...rest] = recordsOf(directory).toReversed()
      const size = directory.length
      const hidden = Buffer.concat([
        directory,
        Buffer.concat([uint(4, 0x06064b50), uint(6, 44), Buffer.alloc(2), uint(2, 45), uint(2, 45)]),
        Buffer.concat([Buffer.alloc(8), uint(6, count), Buffer.alloc(2), uint(6, count), Buffer.alloc(2)]),
        Buffer.concat([uint(6, size), Buffer.alloc(2), uint(6, start + size), Buffer.alloc(2)]),
        Buffer.concat([
          uint(4, 0x07064b50),
          uint(4, 0),
          uint(6, start + 2 * size),
          Buffer.alloc(2),
          uint(4, 1),
        ]),
      ])
      last.writeUInt16LE(hidden.length, 32)
      return put({ directory: Buffer.concat([...rest.toReversed(), last, hidden]) })
    },
  ],
  [
    'zip64 records that nothing needs',
    () => {
      const locator = Buffer.concat([uint(4, 0x07064b50), Buffer.alloc(12), uint(4, 1)])
      return put({ between: locator })
    },
  ],
  [
    'bytes before the first file',
    () => put({ files: Buffer.concat([utf8('MZ'), files]), directory: moved(2, 0) }),
  ],
  [
    'bytes between two files',
    () => {
      const second = recordsOf(directory)[1]?.readUInt32LE(42) ?? 0
      const gap = Buffer.concat([files.subarray(0, second), utf8('gap'), files.subarray(second)])
      return put({ files: gap, directory: moved(3) })
    },
  ],
  ['bytes before the directory', () => put({ files: Buffer.concat([files, utf8('gap')]) })],
  [
    'an extra field in a header',
    () => {
      const [first] = recordsOf(directory)
      const extra = unicodePath('checkpoint', 'policy.txt')
      const header = 30 + (first?.readUInt16LE(28) ?? 0)
      const whole = Buffer.concat([files.subarray(0, header), extra, files.subarray(header)])
      whole.writeUInt16LE(extra.length, 28)
      return put({ files: whole, directory: moved(extra.length) })
    },
  ],
  ['its files in another order', () => put({ directory: Buffer.concat(recordsOf(directory).toReversed()) })],
]

describe('a bundle with two contents is refused', () => {
  it.each(twoContents)('%s', async (_, make) => {
    const report = await judge(make())
    expect(report).toMatchObject({ exitCode: 2, outcome: 'unreadable' })
  })

  it('and without is accepted', async () => {
    expect((await judge(put({}))).exitCode).toBe(0)
  })
})

it('a bundle with content beyond 4 GiB and its zip64 records opens, and in another form does not', async () => {
  // Files of a gibibyte that nobody reads, so they need not exist: only the directory is read.
  const large = 2 ** 30
  let offset = 0
  const entries = Array.from({ length: 5 }, (_, place) => {
    const file = { path: `f${place}`, method: 0, checksum: 0, packedBytes: large, bytes: large, offset }
    offset += lengthOf(file)
    return file
  })
  const records = Buffer.concat(entries.map(centralRecord))
  const tail = Buffer.concat([records, endRecords(entries.length, offset, records.length)])
  const sourceWith = (bytes: Buffer): ByteSource => ({
    size: offset + bytes.length,
    read: (from, to) => Promise.resolve(new Uint8Array(bytes.subarray(from - offset, to - offset))),
  })
  expect([...(await Zip.open(sourceWith(tail))).paths]).toHaveLength(5)
  for (const place of [records.length + 4, records.length + 24, records.length + 56 + 8, tail.length - 14]) {
    const other = Buffer.from(tail)
    other[place] = (other[place] ?? 0) ^ 1
    await expect(Zip.open(sourceWith(other))).rejects.toThrow(/unknown way|where its end says|another number/)
  }
  await expect(Zip.open(sourceOf(new Uint8Array(tail)))).rejects.toThrow(/where its end says|not a zip/)
})

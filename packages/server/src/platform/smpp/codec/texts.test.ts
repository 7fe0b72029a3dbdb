import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { required } from '../../db/rows.ts'
import { decodeText, encodeText } from './alphabets.ts'
import { decodeGsm, encodeGsm } from './gsm-alphabet.ts'
import { type MessagePdu, readMessage } from './read-message.ts'
import { type LongTexts, type Segment, segmentText } from './segments.ts'
import { numberTlv, type Tlv, tags } from './tlv.ts'

const codesOf = (text: string): number[] => [...(encodeGsm(text) ?? [])]

describe('the GSM alphabet', () => {
  it('has its characters at their places', () => {
    expect(codesOf('@£$¥ΔΦΞ')).toEqual([0, 1, 2, 3, 0x10, 0x12, 0x1a])
    expect(codesOf('¤¡Ä¿à')).toEqual([0x24, 0x40, 0x5b, 0x60, 0x7f])
    expect(codesOf('AZaz09 \n\r')).toEqual([0x41, 0x5a, 0x61, 0x7a, 0x30, 0x39, 0x20, 0x0a, 0x0d])
    expect(codesOf('€[|')).toEqual([0x1b, 0x65, 0x1b, 0x3c, 0x1b, 0x40])
  })

  it('has 127 characters and ten behind the escape', () => {
    const all = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code))
    const sizes = all.flatMap(character => encodeGsm(character)?.length ?? [])
    expect([sizes.filter(size => size === 1).length, sizes.filter(size => size === 2).length]).toEqual([
      127, 10,
    ])
  })

  it.each(['ç', '`', 'ı', '\t', '\u001b', '\0', '“', '🎉'])('lacks %j', character => {
    expect(encodeGsm(`a${character}`)).toBeUndefined()
  })

  it('shows unknown characters in place', () => {
    expect(decodeGsm(Buffer.from([0x1b, 0x41, 0x1b, 0x1b, 0x41, 0x80, 0x1b]))).toBe('A A\ufffd ')
  })
})

describe('a text', () => {
  it.each([
    [0, 'gsm', [0x1b, 0x65, 0x24], '€¤'],
    [0, 'latin1', [0xe9, 0x24], 'é$'],
    [1, 'gsm', [0x24, 0x40], '$@'],
    [3, 'gsm', [0xe9, 0xa3], 'é£'],
    [6, 'gsm', [0xb6], 'Ж'],
    [7, 'gsm', [0xe0], 'א'],
    [8, 'gsm', [0xd8, 0x3c, 0xdf, 0x89], '🎉'],
    [8, 'gsm', [0, 0x41, 0x42], 'A\ufffd'],
    [0xf1, 'latin1', [0x00], '@'],
    [0x18, 'gsm', [4, 0x16], 'Ж'],
    [0xe0, 'gsm', [4, 0x16], 'Ж'],
    [4, 'gsm', [1, 2], '[2 bytes of data: 0102]'],
    [0xf5, 'gsm', [1], '[1 bytes of data: 01]'],
    // STOP counts, whatever encoding a gateway declares.
    [4, 'gsm', [0x53, 0x54, 0x4f, 0x50], 'STOP'],
    [0xf5, 'gsm', [0x53, 0x54, 0x4f, 0x50], 'STOP'],
    [0x40, 'gsm', [0x00], '@'],
    [0x48, 'gsm', [4, 0x16], 'Ж'],
    [0x44, 'gsm', [1], '[1 bytes of data: 01]'],
    [0x80, 'gsm', [0x00], '@'],
    [0x1c, 'gsm', [0x00], '@'],
  ] as const)('with data coding %i at a carrier of %s is read', (dataCoding, alphabet, bytes, text) => {
    expect(decodeText(Buffer.from(bytes), dataCoding, alphabet)).toBe(text)
  })

  it('is written in the default alphabet if it can be', () => {
    expect(encodeText('€ 5', 'gsm')).toMatchObject({ dataCoding: 0, unit: 'gsm' })
    expect(encodeText('“5”', 'gsm')).toMatchObject({ dataCoding: 8, unit: 'ucs2' })
    expect(encodeText('é5', 'latin1')).toMatchObject({ dataCoding: 0, bytes: Buffer.from([0xe9, 0x35]) })
    for (const text of ['€', 'ç', 'Δ', '['])
      expect(encodeText(text, 'latin1')).toMatchObject({ dataCoding: 8 })
  })
})

const ways: readonly LongTexts[] = ['udh8', 'udh16', 'sar', 'payload']
const reference = 0xabcd

const cut = (text: string, longTexts: LongTexts = 'udh8'): Segment[] =>
  required(segmentText(text, { longTexts, defaultAlphabet: 'gsm', reference }), 'the parts')

const message = ({ esmClass, shortMessage, tlvs }: Omit<Segment, 'dataCoding'>): MessagePdu =>
  ({ body: { esmClass, shortMessage }, tlvs }) as MessagePdu

describe('a long text', () => {
  it.each([
    ['a', 160, 1],
    ['a', 161, 2],
    ['a', 306, 2],
    ['a', 307, 3],
    ['a', 1_530, 10],
    ['€', 80, 1],
    ['€', 81, 2],
    ['€', 152, 2],
    ['€', 153, 3],
    ['я', 70, 1],
    ['я', 71, 2],
    ['я', 134, 2],
    ['я', 135, 3],
    ['🎉', 35, 1],
    ['🎉', 36, 2],
    ['🎉', 66, 2],
    ['🎉', 67, 3],
    ['🎉', 1_600, 49],
  ])('of %j, %i times, takes %i messages', (character, times, messages) => {
    expect(cut(character.repeat(times))).toHaveLength(messages)
  })

  it.each([
    ['udh8', 'a', 153, '050003cd0201'],
    ['udh16', 'a', 152, '060804abcd0201'],
    ['udh8', 'я', 134, '050003cd0201'],
    ['udh16', 'я', 132, '060804abcd0201'],
  ] as const)('told by %s begins with its header', (way, character, bytes, header) => {
    const [long] = cut(character.repeat(character === 'a' ? 300 : 130), way)
    expect(long?.esmClass).toBe(0x40)
    expect(long?.shortMessage.subarray(0, header.length / 2).toString('hex')).toBe(header)
    expect(long?.shortMessage).toHaveLength(bytes + header.length / 2)
  })

  it('linked by optional parameters has no header', () => {
    expect(cut('a'.repeat(200), 'sar')[1]).toEqual({
      esmClass: 0,
      dataCoding: 0,
      shortMessage: Buffer.from('a'.repeat(48)),
      tlvs: [
        numberTlv(tags.sarReference, 0xabcd, 2),
        numberTlv(tags.sarCount, 2, 1),
        numberTlv(tags.sarNumber, 2, 1),
      ],
    })
    expect(cut('a'.repeat(200), 'payload')).toMatchObject([
      {
        shortMessage: Buffer.alloc(0),
        tlvs: [{ tag: tags.messagePayload, value: Buffer.from('a'.repeat(200)) }],
      },
    ])
  })

  it.each(ways)('is unchanged after reassembly, linked by %s', way => {
    const words = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'ab €{}~'), maxLength: 900 }),
      fc.string({ unit: 'grapheme', maxLength: 700 }),
      fc.string({ unit: 'binary', maxLength: 700 }),
    )
    fc.assert(
      fc.property(words, text => {
        const segments = cut(text, way)
        const parts = segments.map(segment => ({ ...segment, ...readMessage(message(segment)) }))
        const texts = parts.map(({ bytes, dataCoding }) => decodeText(bytes, dataCoding, 'gsm'))
        expect(texts.join('')).toBe(text)
        // No part ends in half a character, so that each can be shown alone.
        if (text.isWellFormed()) expect(texts.every(each => each.isWellFormed())).toBe(true)
        if (parts.length > 1) {
          expect(parts.map(({ part }) => part)).toEqual(
            parts.map((_, index) => ({
              told: way,
              reference: way === 'udh8' ? 0xcd : 0xabcd,
              number: index + 1,
              count: parts.length,
            })),
          )
        }
      }),
    )
  })

  it('of more than 255 messages cannot be encoded', () => {
    const text = 'a'.repeat(153 * 255 + 1)
    expect(segmentText(text, { longTexts: 'udh8', defaultAlphabet: 'gsm', reference })).toBeUndefined()
  })
})

describe('a header', () => {
  const read = (bytes: number[], tlvs: readonly Tlv[] = []) =>
    readMessage(message({ esmClass: 0x40, shortMessage: Buffer.from(bytes), tlvs }))

  it('may contain other elements before and after', () => {
    const header = [11, 0x24, 1, 3, 0, 3, 9, 2, 1, 0x25, 1, 3]
    expect(read([...header, 65])).toEqual({
      bytes: Buffer.from([65]),
      part: { told: 'udh8', reference: 9, number: 1, count: 2 },
    })
  })

  it.each([
    ['longer than the message', [9, 0, 3, 1, 2, 1, 65], [9, 0, 3, 1, 2, 1, 65]],
    ['with an element that is cut', [4, 0, 3, 1, 2, 65], [65]],
    ['that counts from 0', [5, 0, 3, 1, 2, 0, 65], [65]],
    ['of the third of two', [5, 0, 3, 1, 2, 3, 65], [65]],
    ['of the only one', [5, 0, 3, 1, 1, 1, 65], [65]],
    ['without anything', [], []],
  ])('%s is not treated as a part', (_, bytes, left) => {
    expect(read(bytes)).toEqual({ bytes: Buffer.from(left), part: undefined })
  })
})

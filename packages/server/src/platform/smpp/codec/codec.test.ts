import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzSmpp } from '../../../../test/smpp/fuzz.ts'
import { decodePdu } from './decode-pdu.ts'
import { encodePdu } from './encode-pdu.ts'
import { type BodyOf, commands, type PduOf } from './pdu.ts'
import { createFrameReader } from './read-frames.ts'
import { numberIn, numberTlv, stringIn, stringTlv, tags } from './tlv.ts'

const message: BodyOf<'submit_sm'> = {
  serviceType: '',
  sourceTon: 1,
  sourceNpi: 1,
  source: '12025550101',
  destinationTon: 1,
  destinationNpi: 1,
  destination: '12025550123',
  esmClass: 0,
  protocolId: 0,
  priority: 0,
  scheduleDeliveryTime: '',
  validityPeriod: '',
  registeredDelivery: 1,
  replaceIfPresent: 0,
  dataCoding: 0,
  defaultMessageId: 0,
  shortMessage: Buffer.from('Hello'),
}
const submit: PduOf<'submit_sm'> = {
  command: 'submit_sm',
  status: 0,
  sequence: 7,
  body: message,
  tlvs: [],
}

const decoded = (bytes: Buffer) => {
  const result = decodePdu(bytes)
  if (result.is !== 'pdu') throw new Error(result.is)
  return result.pdu
}

describe('a PDU', () => {
  it('has the bytes that the standard prescribes', () => {
    expect(encodePdu(submit).toString('hex')).toBe(
      [
        '0000003c', // length
        '00000004', // submit_sm
        '00000000',
        '00000007',
        '00', // service type
        '0101',
        '313230323535353031303100',
        '0101',
        '313230323535353031323300',
        '000000',
        '00', // schedule_delivery_time
        '00', // validity_period
        '01', // registered_delivery
        '00',
        '00',
        '00',
        '0548656c6c6f',
      ].join(''),
    )
    // The bind of the standard's own example, in its 5.1.
    expect(
      encodePdu({
        command: 'bind_transmitter',
        status: 0,
        sequence: 1,
        body: {
          systemId: 'SMPP3TEST',
          password: 'secret08',
          systemType: 'SUBMIT1',
          interfaceVersion: 0x50,
          addressTon: 1,
          addressNpi: 1,
          addressRange: '',
        },
        tlvs: [],
      }).toString('hex'),
    ).toBe('0000002f000000020000000000000001534d50503354455354007365637265743038005355424d4954310050010100')
  })

  it('is decoded as it was encoded, for any command and with any optional parameters', () => {
    expect(decoded(encodePdu(submit))).toEqual(submit)
    const tlvs = [numberTlv(tags.sarReference, 513, 2), stringTlv(0x1501, 'abc'), stringTlv(0x1501, 'no')]
    const pdu = decoded(encodePdu({ ...submit, tlvs }))
    expect(pdu.tlvs).toEqual(tlvs)
    expect(numberIn(pdu.tlvs, tags.sarReference, 2)).toBe(513)
    expect(numberIn(pdu.tlvs, tags.sarReference, 1)).toBeUndefined()
    expect(stringIn(pdu.tlvs, 0x1501)).toBe('abc')
  })

  it('that responds with an error may have no body', () => {
    const bare = { command: 'submit_sm_resp', status: 0x58, sequence: 9, body: undefined, tlvs: [] } as const
    expect(encodePdu(bare)).toHaveLength(16)
    expect(decoded(encodePdu(bare))).toEqual(bare)
    const whole = { ...bare, status: 0, body: { messageId: '' } }
    expect(decoded(encodePdu(whole))).toEqual(whole)
  })

  it.each([
    ['a string without end', (bytes: Buffer) => bytes.subarray(0, 20)],
    ['a message longer than the PDU', (bytes: Buffer) => bytes.fill(200, bytes.length - 6, bytes.length - 5)],
    ['half an optional parameter', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([2, 4, 0])])],
    [
      'an optional parameter longer than the PDU',
      (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([2, 4, 0, 9, 1])]),
    ],
  ])('with %s is malformed, and its sequence is known', (_, spoil) => {
    expect(decodePdu(spoil(encodePdu(submit)))).toEqual({
      is: 'malformed',
      commandId: 4,
      status: 0,
      sequence: 7,
    })
  })

  it('of an unknown command is reported as such', () => {
    const bytes = encodePdu({ command: 'enquire_link', status: 0, sequence: 3, body: {}, tlvs: [] })
    bytes.writeUInt32BE(0x21, 4)
    expect(decodePdu(bytes)).toEqual({ is: 'unknown command', commandId: 0x21, status: 0, sequence: 3 })
  })

  it('cannot be encoded with values that would be decoded differently', () => {
    for (const source of ['a\0b', '\u20ac', 'x'.repeat(256)]) {
      expect(() => encodePdu({ ...submit, body: { ...message, source } })).toThrow(/SMPP string/)
    }
  })
})

it('every command has its own id, and its response has the same with the highest bit', () => {
  const ids = Object.values(commands).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [name, { id }] of Object.entries(commands)) {
    const answer = (commands as Record<string, { readonly id: number }>)[`${name}_resp`]
    if (answer) expect(answer.id).toBe(id + 0x8000_0000)
  }
})

describe('a stream of frames', () => {
  const frames = Array.from({ length: 5 }, (_, sequence) => encodePdu({ ...submit, sequence }))
  const stream = Buffer.concat(frames)

  it('is split into the same frames, however it is chunked', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 400 }), cuts => {
        const received: Buffer[] = []
        const read = createFrameReader(frame => received.push(Buffer.from(frame)))
        const places = [0, ...cuts.toSorted((one, other) => one - other), stream.length]
        places.slice(1).forEach((end, index) => read(stream.subarray(places[index], end)))
        expect(received).toEqual(frames)
      }),
    )
  })

  it.each([0, 15, 81_921, 0xffff_ffff])('with a length of %i is rejected at once', length => {
    const read = createFrameReader(() => {})
    const head = Buffer.alloc(4)
    head.writeUInt32BE(length)
    expect(() => read(head)).toThrow(RangeError)
  })
})

it('random and mutated PDUs neither crash nor hang it, and decoding and encoding are inverses', () => {
  const { tally } = fuzzSmpp(100_000, 42)
  expect(Object.values(tally).every(times => times > 1_000)).toBe(true)
})

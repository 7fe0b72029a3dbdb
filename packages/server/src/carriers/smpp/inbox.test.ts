// Deliveries in the forms seen in the field, and when they are acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createRoom,
  delivery,
  type ListeningCarrier,
  never,
  type ScriptedSmsc,
  textTo,
  until,
} from '../../../test/smpp/scripted-smsc.ts'
import { numberTlv, stringTlv, tags } from '../../platform/smpp/codec/tlv.ts'
import type { CarrierEvents } from '../carrier.ts'
import type { SmppSettings } from './settings.ts'

const room = createRoom()
afterEach(room.close)

async function pair(
  settings: Partial<SmppSettings> = {},
  events: Partial<CarrierEvents> = {},
  ids: readonly string[] = [],
): Promise<{ smsc: ScriptedSmsc; carrier: ListeningCarrier }> {
  const smsc = await room.start((_, time) => ({ status: 0, messageId: ids[time - 1] ?? `m${time}` }))
  return { smsc, carrier: await room.bound(smsc.port, settings, events) }
}

const receiptOf = (text: string, tlvs = [] as ReturnType<typeof stringTlv>[]) =>
  delivery({ esmClass: 4, text }, tlvs)

describe('a receipt', () => {
  it.each([
    ['delivered', 'stat:DELIVRD err:000', 'delivered', undefined, undefined],
    ['expired', 'stat:EXPIRED err:000', 'undelivered', 'expired', 'expired at the carrier'],
    ['undeliverable', 'stat:UNDELIV err:011', 'undelivered', 'unreachable', 'undeliverable (error 011)'],
    ['deleted', 'stat:DELETED err:000', 'failed', 'other', 'deleted by the carrier'],
    ['rejected', 'stat:REJECTD err:0', 'failed', 'other', 'rejected by the carrier'],
    ['accepted', 'stat:ACCEPTD err:000', 'enroute', undefined, undefined],
    ['unknown', 'stat:UNKNOWN err:000', 'enroute', undefined, undefined],
  ])('that says %s in words is understood', async (_, told, status, reason, words) => {
    const { smsc, carrier } = await pair()
    await smsc.deliver(
      receiptOf(`id:77 sub:001 dlvrd:001 submit date:2611142250 done date:2611142251 ${told} text:Hi`),
    )
    expect(carrier.receipts).toEqual([
      {
        carrierMessageId: '77',
        status,
        ...(reason && { reason, words }),
        at: new Date('2026-11-14T22:51:00Z'),
      },
    ])
  })

  it('is dated by the carrier’s clock', async () => {
    const { smsc, carrier } = await pair({ receiptOffsetMinutes: -300 })
    await smsc.deliver(receiptOf('id:77 done date:2611142251 stat:DELIVRD'))
    await smsc.deliver(receiptOf('id:78 stat:DELIVRD'))
    expect(carrier.receipts[0]?.at).toEqual(new Date('2026-11-15T03:51:00Z'))
    expect(Math.abs((carrier.receipts[1]?.at.getTime() ?? 0) - Date.now())).toBeLessThan(10_000)
  })

  it('in optional parameters alone is understood, with any class', async () => {
    const { smsc, carrier } = await pair()
    const tlvs = [stringTlv(tags.receiptedMessageId, '77'), numberTlv(tags.messageState, 2, 1)]
    await smsc.deliver(receiptOf('', tlvs))
    await smsc.deliver(delivery({ esmClass: 0 }, tlvs))
    await smsc.deliver(
      delivery({ esmClass: 0x20 }, [
        stringTlv(tags.receiptedMessageId, '78'),
        numberTlv(tags.messageState, 1, 1),
      ]),
    )
    expect(carrier.receipts.map(({ carrierMessageId, status }) => `${carrierMessageId} ${status}`)).toEqual([
      '77 delivered',
      '77 delivered',
      '78 enroute',
    ])
  })

  it.each([
    ['the same', '4f2a', '4f2a', {}],
    ['zeros in front', '0000012345', '12345', {}],
    ['zeros in the receipt', '12345', '0000012345', {}],
    ['other letters', '4F2A', '4f2a', {}],
    [
      'hexadecimal answered, decimal in the receipt',
      '4F2A',
      '20266',
      { submittedIds: 'hex', receiptedIds: 'decimal' },
    ],
    [
      'decimal answered, hexadecimal in the receipt',
      '0020266',
      '4f2a',
      { submittedIds: 'decimal', receiptedIds: 'hex' },
    ],
    [
      'beyond what a number holds',
      'FFFFFFFFFFFFFFFFFF',
      '4722366482869645213695',
      { submittedIds: 'hex', receiptedIds: 'decimal' },
    ],
    ['with letters that count', 'aB-0c', 'aB-0c', {}],
  ] as const)('finds its text by an id that is %s', async (_, answered, receipted, settings) => {
    const { smsc, carrier } = await pair(settings, {}, [answered])
    const [answer] = await carrier.submit([textTo()], never)
    await smsc.deliver(receiptOf(`id:${receipted} stat:DELIVRD`))
    expect(answer).toEqual({ status: 'accepted', carrierMessageId: carrier.receipts[0]?.carrierMessageId })
  })

  it('distinguishes ids by case', async () => {
    const { carrier } = await pair({}, {}, ['xA', 'xa'])
    const answers = await carrier.submit([textTo(), textTo()], never)
    expect(new Set(answers.map(answer => answer.status === 'accepted' && answer.carrierMessageId)).size).toBe(
      2,
    )
  })

  it('may come before the submit response', async () => {
    const smsc = await room.start(async () => {
      await smsc.deliver(receiptOf('id:early stat:DELIVRD'))
      return { status: 0, messageId: 'early' }
    })
    const carrier = await room.bound(smsc.port)
    expect(await carrier.submit([textTo()], never)).toEqual([
      { status: 'accepted', carrierMessageId: 'early' },
    ])
    expect(carrier.receipts).toMatchObject([{ carrierMessageId: 'early', status: 'delivered' }])
  })

  it('that does not name its text is acknowledged and reported', async () => {
    const { smsc, carrier } = await pair()
    await smsc.deliver(receiptOf('delivered!'))
    expect(carrier.receipts).toEqual([])
    expect(carrier.failures).toHaveLength(1)
  })

  it('is never a text from a person, however similar it looks', async () => {
    const { smsc, carrier } = await pair()
    await smsc.deliver(delivery({ text: 'id:77 stat:DELIVRD' }))
    expect(carrier.receipts).toEqual([])
    expect(carrier.texts).toMatchObject([{ text: 'id:77 stat:DELIVRD' }])
  })
})

describe('a reply', () => {
  it.each([
    ['GSM', { dataCoding: 0, shortMessage: Buffer.from([0x1b, 0x65, 0x00]) }, [], '€@'],
    ['UCS-2', { dataCoding: 8, shortMessage: Buffer.from('d83cdf89', 'hex') }, [], '🎉'],
    ['a payload', { dataCoding: 8 }, [{ tag: tags.messagePayload, value: Buffer.from('0416', 'hex') }], 'Ж'],
    [
      'both places, of which one is the beginning of the other',
      { text: 'Please st' },
      [{ tag: tags.messagePayload, value: Buffer.from('Please stop') }],
      'Please stop',
    ],
    ['both places', { text: 'a' }, [{ tag: tags.messagePayload, value: Buffer.from('b') }], 'ab'],
    [
      'a zero, which cannot be stored',
      { dataCoding: 8, shortMessage: Buffer.from('00000041', 'hex') },
      [],
      '\ufffdA',
    ],
  ])('in %s is read', async (_, body, tlvs, text) => {
    const { smsc, carrier } = await pair()
    await smsc.deliver(delivery(body, tlvs))
    expect(carrier.texts).toMatchObject([{ text }])
  })

  it.each([
    [1, '12025550123', undefined, '+12025550123'],
    [0, '+12025550123', undefined, '+12025550123'],
    [0, '0012025550123', undefined, '+12025550123'],
    [2, '2025550123', '1', '+12025550123'],
    [0, '2025550123', '1', '+12025550123'],
    [2, '12025550123', '1', '+12025550123'],
    [1, '4420794600', '1', '+4420794600'],
    [3, '611', undefined, '611'],
    [5, 'Bank', undefined, 'Bank'],
  ])(
    'from type %i, %s, at a carrier of country %s, is from %s',
    async (sourceTon, source, countryCode, from) => {
      const { smsc, carrier } = await pair(countryCode === undefined ? {} : { countryCode })
      await smsc.deliver(delivery({ sourceTon, source, text: 'x' }))
      expect(carrier.texts).toMatchObject([{ from }])
    },
  )

  it('that is part of a longer text says so', async () => {
    const { smsc, carrier } = await pair()
    await smsc.deliver(delivery({ esmClass: 0x40, shortMessage: Buffer.from([5, 0, 3, 9, 2, 1, 65]) }))
    await smsc.deliver(
      delivery({ text: 'B' }, [
        numberTlv(tags.sarReference, 9, 2),
        numberTlv(tags.sarCount, 2, 1),
        numberTlv(tags.sarNumber, 2, 1),
      ]),
    )
    expect(carrier.texts).toMatchObject([
      { text: 'A', part: { reference: 'udh8:9', number: 1, count: 2 } },
      { text: 'B', part: { reference: 'sar:9', number: 2, count: 2 } },
    ])
  })

  it('is acknowledged only after it is on disk', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { smsc } = await pair(
      {},
      { receiveTexts: () => promise, receiveStop: async () => false, receiveReceipts: () => promise },
    )
    let acknowledged = 0
    const all = [delivery({ text: 'x' }), receiptOf('id:7 stat:DELIVRD')].map(message =>
      smsc.deliver(message).then(() => (acknowledged += 1)),
    )
    await sleep(200)
    expect(acknowledged).toBe(0)
    resolve()
    await Promise.all(all)
  })

  it('that cannot be stored is refused temporarily, alone', async () => {
    const seen: string[] = []
    const { smsc, carrier } = await pair(
      {},
      {
        receiveTexts: async texts => {
          await sleep(20)
          if (texts.some(({ text }) => text === 'poison')) throw new Error('no')
          seen.push(...texts.map(({ from, text }) => `${from.slice(-1)} ${text}`))
        },
      },
    )
    const messages = ['1 a', '1 poison', '2 b', '1 c', '2 d'].map(message => {
      const [phone, text = ''] = message.split(' ')
      return smsc.deliver(delivery({ source: `1202555000${phone}`, text })).then(
        () => 'taken',
        () => 'refused',
      )
    })
    // Later texts of the same phone wait for it: it will be redelivered, and they keep their order.
    expect(await Promise.all(messages)).toEqual(['taken', 'refused', 'taken', 'refused', 'taken'])
    expect(seen).toEqual(['1 a', '2 b', '2 d'])
    expect(carrier.failures.length).toBeGreaterThan(0)
  })
})

describe('the same words', () => {
  const hello = delivery({ text: 'ok' })
  const idsOf = (carrier: ListeningCarrier): string[] =>
    carrier.texts.map(({ carrierMessageId }) => carrierMessageId)

  it('written twice are two replies', async () => {
    const { smsc, carrier } = await pair()
    await smsc.deliver(hello)
    await Promise.all([smsc.deliver(hello), smsc.deliver(hello)])
    expect(new Set(idsOf(carrier)).size).toBe(3)
  })

  it('that were refused and redelivered are one reply, dated by its first delivery', async () => {
    let refusals = 2
    const times: string[] = []
    const { smsc } = await pair(
      {},
      {
        receiveTexts: async ([text]) => {
          times.push(`${text?.carrierMessageId} ${text?.sentAt.getTime()}`)
          if (refusals-- > 0) throw new Error('not now')
        },
      },
    )
    await expect(smsc.deliver(hello)).rejects.toThrow('100')
    await expect(smsc.deliver(hello)).rejects.toThrow('100')
    await smsc.deliver(hello)
    expect(new Set(times).size).toBe(1)
    await smsc.deliver(hello)
    expect(new Set(times).size).toBe(2)
  })

  it('that were acknowledged on a connection lost at once and redelivered are one reply', async () => {
    const { smsc, carrier } = await pair()
    await smsc.deliver(hello)
    smsc.cut()
    await until(() => carrier.link === 'down')
    await until(() => smsc.receivers.areThere)
    await smsc.deliver(hello)
    expect(new Set(idsOf(carrier)).size).toBe(1)
    await smsc.deliver(hello)
    expect(new Set(idsOf(carrier)).size).toBe(2)
  })

  it('that were acknowledged long before the connection is lost are two replies', async () => {
    const { smsc, carrier } = await pair({ timings: { enquireLinkMs: 300 } })
    await smsc.deliver(hello)
    await sleep(1_700)
    smsc.cut()
    await until(() => carrier.link === 'down')
    await until(() => smsc.receivers.areThere)
    await smsc.deliver(hello)
    expect(new Set(idsOf(carrier)).size).toBe(2)
  })
})

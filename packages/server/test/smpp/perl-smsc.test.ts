// Our client against a third-party SMSC, with the worker's pipeline and a database behind it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSmppCarrier, type SmppCarrier } from '../../src/carriers/smpp/create-smpp-carrier.ts'
import type { SmppSettings } from '../../src/carriers/smpp/settings.ts'
import { connectCarrier } from '../../src/delivery/running/connect-carrier.ts'
import { decodeText } from '../../src/platform/smpp/codec/alphabets.ts'
import { decodePdu } from '../../src/platform/smpp/codec/decode-pdu.ts'
import { eventually, expectOneStory } from '../carriers/texting.ts'
import { newPhone, startTexting, type TextingClient, type TextingServer } from '../servers/texting-server.ts'
import { differences } from './compare.ts'
import { type PerlReceivedPdu, type PerlSmsc, startPerlSmsc } from './perl-smsc.ts'
import { type Recorder, startRecorder } from './recorder.ts'
import { dissect } from './tshark.ts'

const troubles: string[] = []
const dial = (port: number, settings: Partial<SmppSettings> = {}): SmppCarrier =>
  createSmppCarrier(
    {
      name: 'perl',
      host: '127.0.0.1',
      port,
      systemId: 'parley',
      password: 'secret',
      submittedIds: 'hex',
      receiptedIds: 'decimal',
      ...settings,
      timings: { enquireLinkMs: 500, reconnectFirstMs: 50, reconnectMostMs: 500 },
    },
    { onTrouble: why => troubles.push(why), onFailure: () => {} },
  )

describe('an SMSC on Net::SMPP', () => {
  let smsc: PerlSmsc
  let recorder: Recorder
  let server: TextingServer
  let client: TextingClient
  let carrier: SmppCarrier
  let connection: ReturnType<typeof connectCarrier>

  beforeAll(async () => {
    server = await startTexting()
    client = await server.welcome({ isConsentRequired: false })
    await server.database.query('insert into lane values ($1, $2, 1000)', [client.advisorId, client.number])
    smsc = await startPerlSmsc()
    recorder = await startRecorder(smsc.port)
  })
  afterAll(async () => {
    await recorder.close()
    await smsc.close()
    await server.close()
  })

  const heard = (what: string): PerlReceivedPdu[] => smsc.heard.filter(({ heard: kind }) => kind === what)
  const soon = (what: string, holds: () => boolean | Promise<boolean>) => eventually(what, holds)
  const statusOf = async (messageId: number): Promise<string> =>
    (await client.call('GET', `/text/messaging/messages/${messageId}`)).body.status
  /** The texts that a phone received, reassembled from their messages. */
  const textTo = (phone: string): string =>
    smsc
      .submitted()
      .filter(({ destination }) => `+${destination}` === phone)
      .map(({ message = '', class: esmClass = 0, coding = 0 }) => {
        const bytes = Buffer.from(message, 'hex')
        return decodeText(bytes.subarray(esmClass & 0x40 ? (bytes[0] ?? 0) + 1 : 0), coding, 'gsm')
      })
      .join('')
  const inbox = async (phone: string): Promise<unknown[]> => {
    const { rows } = await server.database.query<{ text: string }>(
      `select text from message where phone = $1 and direction = 'in' order by id`,
      [phone],
    )
    return rows.map(({ text }) => text)
  }
  const reply = (phone: string, message: Buffer, more: { coding?: number; class?: number } = {}): void =>
    smsc.order({
      do: 'deliver',
      source: phone.slice(1),
      destination: client.number.slice(1),
      message: message.toString('hex'),
      ...more,
    })

  it('refuses a wrong password', async () => {
    const stranger = dial(recorder.port, { password: 'wrong' })
    await soon('it is refused', () => troubles.some(why => why.includes('wrong password (0x0e)')))
    expect(stranger.link).toBe('down')
    await stranger.close()
    // It prints a message after it has responded, so the response can arrive first.
    await soon('it is printed', () => heard('bind_transceiver').length > 0)
    expect(heard('bind_transceiver')[0]).toMatchObject({ status: 14, system_id: 'parley' })
  })

  it('binds us', async () => {
    carrier = dial(recorder.port)
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    connection = connectCarrier({ database: server.database, carrier, log })
    await soon('the link is up', () => carrier.link === 'up')
    await soon('it is printed', () => heard('bind_transceiver').at(-1)?.status === 0)
    expect(heard('bind_transceiver').at(-1)).toMatchObject({ status: 0, version: 0x34 })
  })

  it.each([
    ['GSM', 'Ünter €100 {a} [b] ~ \\ ^ | Δ_Φ ¿¡ åÅ @£$', 1, 0],
    ['UCS-2', 'Доброе утро 早上好 שלום — “quoted”', 1, 8],
    ['emoji', 'Party 🎉👩‍👩‍👧‍👦🇺🇸 é e\u0301 👍🏽', 1, 8],
    ['two segments of GSM', 'All work and no play. '.repeat(9), 2, 0],
    ['two segments of emoji', '🎉'.repeat(60), 2, 8],
    ['ten segments of GSM', 'abcdefghi '.repeat(153), 10, 0],
    ['ten segments of UCS-2', 'Доброе утро '.repeat(55), 10, 8],
  ])('accepts texts: %s', async (_, text, segments, coding) => {
    const phone = newPhone()
    const { body } = await client.send({ phone, text })
    const { messageId } = body.successes[0]
    await soon('it is delivered', async () => (await statusOf(messageId)) === 'delivered')
    const messages = smsc.submitted().filter(({ destination }) => `+${destination}` === phone)
    expect(messages).toHaveLength(segments)
    expect(new Set(messages.map(message => message.coding))).toEqual(new Set([coding]))
    for (const message of messages) {
      expect(message).toMatchObject({
        source: client.number.slice(1),
        source_ton: 1,
        destination_ton: 1,
        registered: 1,
        class: segments > 1 ? 0x40 : 0,
      })
    }
    expect(textTo(phone)).toBe(text)
  })

  it.each([
    ['GSM', Buffer.from([0x1b, 0x65, 0x31, 0x30, 0x30, 0x20, 0x00]), 0, '€100 @'],
    ['UCS-2', Buffer.from('Ж早🎉', 'utf16le').swap16(), 8, 'Ж早🎉'],
    ['Latin-1', Buffer.from('déjà', 'latin1'), 3, 'déjà'],
  ])('delivers replies: %s', async (_, message, coding, text) => {
    const phone = newPhone()
    reply(phone, message, { coding })
    await soon('it is there', async () => (await inbox(phone)).length === 1)
    expect(await inbox(phone)).toEqual([text])
  })

  it('delivers a long reply, its parts out of order', async () => {
    const phone = newPhone()
    const parts = ['Dear advisor, ', 'this takes ', 'three messages 🎉']
    for (const number of [3, 1, 2]) {
      const words = Buffer.from(parts[number - 1] ?? '', 'utf16le').swap16()
      reply(phone, Buffer.concat([Buffer.from([5, 0, 3, 77, 3, number]), words]), { coding: 8, class: 0x40 })
    }
    await soon('it is there', async () => (await inbox(phone)).length === 1)
    expect(await inbox(phone)).toEqual([parts.join('')])
  })

  it('delivers a YES, then a STOP, which opts the member out and is confirmed once', async () => {
    const phone = newPhone()
    const consent = async (): Promise<string> => (await client.consent(phone)).body.state
    await client.ask([phone])
    await soon('the request is out', () => textTo(phone) !== '')
    reply(phone, Buffer.from('Yes'))
    await soon('it is heard', async () => (await consent()) === 'accepted')
    await soon('it is confirmed', () => /you agreed to texts.*opt out/.test(textTo(phone)))
    const before = smsc.submitted().length
    reply(phone, Buffer.from('Stop'))
    await soon('it is heard', async () => (await consent()) === 'none')
    const { rows } = await server.database.query('select consent from member where phone = $1', [phone])
    expect(rows).toEqual([{ consent: 'opted_out' }])
    await soon('it is confirmed', () => smsc.submitted().length === before + 1)
    reply(phone, Buffer.from('STOP'))
    await soon('the second is there', async () => (await inbox(phone)).length === 3)
    const refused = await client.send({ phone, text: 'Hello?' })
    expect(refused.body.failureDetails[0].code).toBe('opted_out')
    expect(smsc.submitted()).toHaveLength(before + 1)
    expect(textTo(phone)).toContain('you will get no more texts')
  })

  it('gets enquire_link from us and sends its own', async () => {
    const before = heard('enquire_link').length
    await soon('it is asked', () => heard('enquire_link').length > before)
    smsc.order({ do: 'enquire' })
    await soon('we answer', () => heard('80000015').length > 0)
    expect(carrier.link).toBe('up')
  })

  it('can unbind, and is bound again', async () => {
    const binds = heard('bind_transceiver').length
    smsc.order({ do: 'unbind' })
    await soon('we answer', () => heard('80000006').length > 0)
    await soon('we are bound', () => heard('bind_transceiver').length > binds && carrier.link === 'up')
    expect(heard('bind_transceiver')).toHaveLength(binds + 1)
  })

  it('is unbound cleanly', async () => {
    await connection.stop()
    await soon('it has gone', () => smsc.heard.at(-1)?.heard === 'closed')
    expect(heard('unbind')).toHaveLength(1)
    await expectOneStory(server.database)
  })

  it('sends nothing that Wireshark decodes differently than we do', async () => {
    const { frames } = recorder
    const read = await dissect(frames.map(({ bytes }) => bytes))
    const found = frames.flatMap(({ bytes }, index) => {
      const decoded = decodePdu(bytes)
      return decoded.is === 'pdu'
        ? differences(decoded.pdu, read[index] ?? {})
        : [`frame ${index} is ${decoded.is}`]
    })
    expect(frames.length).toBeGreaterThan(100)
    expect(found).toEqual([])
  })
})

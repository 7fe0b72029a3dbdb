// Kannel, a widely used gateway, against our SMSC with the simulator behind it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/db/in-transaction.ts'
import { decodePdu } from '../../src/platform/smpp/codec/decode-pdu.ts'
import type { Pdu } from '../../src/platform/smpp/codec/pdu.ts'
import { writeFromHandset } from '../../src/simulator/handsets/write-from-handset.ts'
import { serveSmppSimulator } from '../../src/simulator/serve-smpp-simulator.ts'
import { smppCredentials } from '../../src/simulator/wire.ts'
import { eventually } from '../carriers/texting.ts'
import { createTestDatabase } from '../database/database.ts'
import { differences } from './compare.ts'
import { type Kannel, startKannel } from './kannel.ts'
import { type Frame, type Recorder, startRecorder } from './recorder.ts'
import { dissect } from './tshark.ts'

const number = '+12025550101'
let lastPhone = 1_000
const newPhone = (ending?: string): string => {
  lastPhone += 1
  return `+1${lastPhone}55${ending ?? '0123'}`
}

describe('Kannel', () => {
  let shared: Awaited<ReturnType<typeof createTestDatabase>>
  let simulator: Awaited<ReturnType<typeof serveSmppSimulator>>
  let recorder: Recorder
  let kannel: Kannel

  beforeAll(async () => {
    shared = await createTestDatabase()
    simulator = await serveSmppSimulator({
      database: shared.database,
      host: '127.0.0.1',
      port: 0,
      onFailure: () => {},
    })
    recorder = await startRecorder(simulator.port)
    kannel = await startKannel({ port: recorder.port, ...smppCredentials })
  })
  afterAll(async () => {
    await kannel.close()
    await recorder.close()
    await simulator.close()
    await shared.drop()
  })

  const soon = (what: string, holds: () => boolean | Promise<boolean>) => eventually(what, holds)
  const pdus = (from: Frame['from'], command: Pdu['command'], frames = recorder.frames): Pdu[] =>
    frames.flatMap(frame => {
      const decoded = decodePdu(frame.bytes)
      return frame.from === from && decoded.is === 'pdu' && decoded.pdu.command === command
        ? [decoded.pdu]
        : []
    })
  const taken = async (phone: string): Promise<string[]> => {
    const { rows } = await shared.database.query<{ text: string }>(
      'select text from simulator_text where phone = $1 and number = $2 and reference is not null',
      [phone, number],
    )
    return rows.map(({ text }) => text)
  }
  const told = (path: string, name: string, value: string): URLSearchParams[] =>
    kannel.told.filter(each => each.path === path && each.query.get(name) === value).map(({ query }) => query)

  it('is bound with the right password, and refused with another', async () => {
    await soon('it is online', async () => /online/.test(await kannel.status()))
    const other = await startRecorder(simulator.port)
    const stranger = await startKannel({ port: other.port, ...smppCredentials, password: 'wrong' })
    await soon('it is refused', () => pdus('server', 'bind_transceiver_resp', other.frames).length > 0)
    const [refusal] = pdus('server', 'bind_transceiver_resp', other.frames)
    expect(refusal?.status).toBe(0x0e)
    await soon('Kannel understands', async () => /0x0000000e/i.test(await stranger.log()))
    expect(await stranger.status()).not.toMatch(/online/)
    await stranger.close()
    await other.close()
  })

  it.each([
    ['GSM', 'Ünter €100 {a} [b] ~ \\ ^ | Δ_Φ ¿¡ åÅ @£$', '0', 1],
    ['UCS-2', 'Доброе утро 早上好 שלום — “quoted”', '2', 1],
    ['emoji', 'Party 🎉👩‍👩‍👧‍👦🇺🇸 é e\u0301 👍🏽', '2', 1],
    ['two segments of GSM', 'All work and no play. '.repeat(9).trim(), '0', 2],
    ['two segments of emoji', '🎉'.repeat(60), '2', 2],
    ['ten segments of GSM', 'abcdefghi '.repeat(153).trim(), '0', 10],
    ['ten segments of UCS-2', 'Доброе утро '.repeat(55).trim(), '2', 10],
  ])('submits texts: %s', async (_, text, coding, segments) => {
    const phone = newPhone()
    expect(await kannel.send({ from: number, to: phone, text, coding, charset: 'UTF-8' })).toBe(202)
    await soon('it is there', async () => (await taken(phone)).length > 0)
    expect(await taken(phone)).toEqual([text])
    const messages = pdus('client', 'submit_sm').filter(
      pdu => pdu.command === 'submit_sm' && `+${pdu.body.destination}` === phone,
    )
    expect(messages).toHaveLength(segments)
  })

  it.each([
    ['delivered', '0123', '1'],
    ['not delivered', '9001', '2'],
    ['rejected', '9005', '16'],
  ])('receives the outcome of a text: %s', async (_, ending, status) => {
    const phone = newPhone(ending)
    const query = { from: number, to: phone, text: 'Good morning', 'dlr-mask': '31' }
    expect(await kannel.send(query)).toBe(202)
    const statuses = (): (string | null)[] =>
      told('/receipt', 'of', phone.slice(1)).map(receipt => receipt.get('status'))
    await soon('it is told', () => statuses().includes(status))
    expect(statuses().filter(other => ['1', '2', '16'].includes(other ?? ''))).toEqual([status])
  })

  it.each([
    ['GSM', 'Ja, gern für €5 [oder so]'],
    ['UCS-2', 'Доброе утро'],
    ['emoji', 'Party 🎉👍🏽'],
    ['a word that stops', 'STOP'],
    ['a long one', 'This reply takes three messages. '.repeat(12).trim()],
    ['a long one with emoji', '🎉 and so on '.repeat(20).trim()],
  ])('receives replies: %s', async (_, text) => {
    const phone = newPhone()
    await inTransaction(shared.database, tx => writeFromHandset(tx, { phone, number, text }))
    await soon('it is told', () => told('/reply', 'from', phone).length > 0)
    const [reply] = told('/reply', 'from', phone)
    expect(reply?.get('to')).toBe(number)
    expect(reply?.get('text')).toBe(text)
  })

  it('sends enquire_link', async () => {
    const before = pdus('client', 'enquire_link').length
    await soon('it asks', () => pdus('client', 'enquire_link').length > before + 1)
    expect(pdus('server', 'enquire_link_resp').length).toBeGreaterThanOrEqual(before)
  })

  it('unbinds cleanly', async () => {
    await kannel.close()
    expect(pdus('client', 'unbind')).toHaveLength(1)
    expect(pdus('server', 'unbind_resp')).toHaveLength(1)
    kannel = { ...kannel, close: async () => {} }
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

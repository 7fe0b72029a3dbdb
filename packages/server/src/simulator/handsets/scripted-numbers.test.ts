// Numbers with a special behaviour, as documented in the partner guide.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import type { Carrier, InboundText, OutgoingText, Receipt, Submission } from '../../carriers/carrier.ts'
import { createLocalSimulator } from '../local.ts'

const { database } = await useTestDatabase()
let carrier: Carrier
let receipts: Receipt[]
let replies: InboundText[]

beforeAll(async () => {
  carrier = createLocalSimulator({ database, onFailure: () => {} })
  carrier.listen({
    receiveStop: async () => false,
    receiveReceipts: async told => void receipts.push(...told),
    receiveTexts: async told => void replies.push(...told),
  })
  await until(() => carrier.link === 'up')
})
afterAll(() => carrier.close())
beforeEach(() => {
  receipts = []
  replies = []
})

const number = '+12025550101'
const never = Number.POSITIVE_INFINITY
const textTo = (to: string, text = 'Good morning'): OutgoingText => ({
  reference: randomUUID(),
  from: number,
  to,
  text,
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5)
}

async function submitted(to: string, text?: string) {
  const given = textTo(to, text)
  const [answer] = await carrier.submit([given], never)
  return { given, answer }
}

const takenCount = async ({ reference }: OutgoingText): Promise<number> =>
  (await database.query('select from simulator_text where reference = $1', [reference])).rowCount ?? 0
const idOf = (answer: Submission | undefined): string =>
  answer?.status === 'accepted' ? answer.carrierMessageId : `not accepted: ${answer?.status}`
const statusesOf = (id: string): string[] =>
  receipts.filter(({ carrierMessageId }) => carrierMessageId === id).map(({ status }) => status)

describe('a number', () => {
  it.each([
    ['0123', ['enroute', 'delivered']],
    ['9001', ['enroute', 'undelivered']],
    ['9002', []],
    ['9012', ['delivered', 'enroute', 'delivered', 'enroute']],
  ])('that ends in %s gets the receipts %j', async (ending, statuses) => {
    const { answer } = await submitted(`+1202555${ending}`)
    await until(() => statusesOf(idOf(answer)).length >= statuses.length)
    await sleep(200)
    expect(statusesOf(idOf(answer))).toEqual(statuses)
  })

  it('…9006 is rejected twice and then accepted, …9010 throttled once', async () => {
    const [twice, once] = [textTo('+12025559006'), textTo('+12025559010')]
    const seen: string[][] = []
    for (let turn = 0; turn < 3; turn += 1) {
      seen.push((await carrier.submit([twice, once], never)).map(({ status }) => status))
    }
    expect(seen).toEqual([
      ['rejected', 'throttled'],
      ['rejected', 'accepted'],
      ['accepted', 'accepted'],
    ])
    expect([await takenCount(twice), await takenCount(once)]).toEqual([1, 1])
  })

  it('…9007 gets its response after 3 seconds', async () => {
    const startMs = performance.now()
    expect((await submitted('+12025559007')).answer?.status).toBe('accepted')
    expect(performance.now() - startMs).toBeGreaterThan(2_900)
  })

  it('…9008 is accepted and …9009 is not, and neither gets a response', async () => {
    const lost = await submitted('+12025559008')
    const gone = await submitted('+12025559009')
    expect([lost.answer, gone.answer]).toEqual([{ status: 'unknown' }, { status: 'unknown' }])
    expect([await takenCount(lost.given), await takenCount(gone.given)]).toEqual([1, 0])
    await until(() => receipts.some(({ status }) => status === 'delivered'))
  })

  it('…9015 is rejected because its recipient has opted out', async () => {
    const { answer } = await submitted('+12025559015')
    expect(answer).toEqual({ status: 'rejected', reason: 'opted_out', permanent: true })
  })

  it('…9011 gets its receipt before its response', async () => {
    const answering = submitted('+12025559011')
    await until(() => receipts.length > 0)
    let hasStoredResponse = false
    void answering.then(() => (hasStoredResponse = true))
    await sleep(0)
    expect(hasStoredResponse).toBe(false)
    expect(statusesOf(idOf((await answering).answer))).toContain('delivered')
  })

  it.each([
    ['9003', 'YES', 'Reply YES to agree'],
    ['9004', 'STOP', 'Good morning'],
    ['9013', 'NO', 'Good morning'],
    ['9014', 'HELP', 'Good morning'],
  ])('…%s replies %s, once for each text and not to our automatic reply', async (ending, word, words) => {
    const phone = `+1212555${ending}`
    const heard = () => replies.filter(({ from }) => from === phone)
    const { given } = await submitted(phone, words)
    await carrier.submit([given], never)
    await until(() => heard().length > 0)
    expect(heard()).toEqual([
      expect.objectContaining({ from: phone, to: number, text: word, sentAt: expect.any(Date) }),
    ])
    await submitted(phone, `You said ${word}. ${words}`)
    await sleep(500)
    expect(heard()).toHaveLength(1)
    await submitted(phone, words)
    await until(() => heard().length === 2)
  })

  it('…9003 does not reply to a text that asks for nothing', async () => {
    const phone = '+13125559003'
    await submitted(phone, 'Your form is ready')
    await sleep(500)
    expect(replies.filter(({ from }) => from === phone)).toEqual([])
  })

  it('replies to one of two texts in one batch', async () => {
    const phone = '+14155559004'
    await carrier.submit([textTo(phone), textTo(phone)], never)
    await sleep(500)
    expect(replies.filter(({ from }) => from === phone)).toHaveLength(1)
  })
})

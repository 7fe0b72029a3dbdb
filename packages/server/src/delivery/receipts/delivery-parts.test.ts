// Receipts for a text sent in parts.
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dispatchers } from '../../../test/carriers/dispatchers.ts'
import { createScriptedCarrier } from '../../../test/carriers/scripted-carrier.ts'
import {
  acceptTexts,
  createMembers,
  createSender,
  eventually,
  outboxSize,
  readTexts,
  type Sender,
} from '../../../test/carriers/texting.ts'
import { useTestDatabase } from '../../../test/database/database.ts'
import type { Receipt } from '../../carriers/index.ts'
import { receiveReceipts } from './receive-receipts.ts'
import { settleReceipts } from './settle-receipts.ts'

const { database } = await useTestDatabase()
const { dispatch, stopAll } = dispatchers(database)
const carrier = 'scripted'
let sender: Sender
let members: number[]
beforeAll(async () => {
  sender = await createSender(database)
  members = await createMembers(database, sender, 60)
})
afterAll(() => stopAll())

const receipt = (carrierMessageId: string, status: Receipt['status']): Receipt => ({
  carrierMessageId,
  status,
  at: new Date(),
})

/** Texts submitted in this many parts, and the parts' ids. Earlier receipts are left as they are. */
async function submitted(
  count: number,
  parts: number,
  before: (ids: string[][]) => Promise<void> = async () => {},
) {
  const names = Array.from({ length: count }, () => Array.from({ length: parts }, () => randomUUID()))
  await before(names)
  const ids = await acceptTexts(database, sender, members.slice(0, count))
  dispatch({
    carrier: createScriptedCarrier({
      answer: ({ reference }) => {
        const [carrierMessageId = '', ...partIds] = names[ids.indexOf(Number(reference))] ?? []
        return { status: 'accepted', carrierMessageId, partIds }
      },
    }),
    settleReceipts,
  })
  await eventually('they are submitted', async () => (await outboxSize(database)) === 0)
  await stopAll()
  return ids.map((id, index) => ({ id, parts: names[index] ?? [] }))
}

const statusesOf = async (texts: readonly { id: number }[]): Promise<string[]> =>
  (
    await readTexts(
      database,
      texts.map(({ id }) => id),
    )
  ).map(({ status }) => status)

describe('a text in parts', () => {
  it('is delivered when all parts are, and journalled once', async () => {
    const [text] = await submitted(1, 3)
    if (!text) throw new Error('no text')
    for (const [index, part] of text.parts.entries()) {
      expect(await statusesOf([text])).toEqual(['submitted'])
      await receiveReceipts(database, carrier, [receipt(part, 'enroute')])
      await receiveReceipts(database, carrier, [receipt(part, 'delivered'), receipt(part, 'delivered')])
      expect(await statusesOf([text])).toEqual([index === 2 ? 'delivered' : 'submitted'])
    }
    expect(await readTexts(database, [text.id])).toMatchObject([
      { journal: ['message.accepted', 'message.submitted', 'message.delivered'] },
    ])
  })

  it('is delivered even if all receipts arrived before the response', async () => {
    const texts = await submitted(3, 4, async names => {
      await receiveReceipts(
        database,
        carrier,
        names.flat().map(part => receipt(part, 'delivered')),
      )
    })
    expect(await statusesOf(texts)).toEqual(texts.map(() => 'delivered'))
  })

  it('is delivered with any number of concurrent receipts', async () => {
    const texts = await submitted(20, 5)
    for (const { parts } of texts) {
      await Promise.all(parts.map(part => receiveReceipts(database, carrier, [receipt(part, 'delivered')])))
    }
    expect(await statusesOf(texts)).toEqual(texts.map(() => 'delivered'))
  })

  it('ends in the same status in any order of receipts', async () => {
    const told = fc.constantFrom<Receipt['status']>('enroute', 'delivered', 'undelivered', 'failed')
    const story = fc.array(fc.tuple(fc.nat({ max: 2 }), told), { minLength: 1, maxLength: 7 })
    const texts = await submitted(60, 3)
    await fc.assert(
      fc.asyncProperty(
        story.chain(all => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        async orders => {
          const pair = [texts.pop(), texts.pop()]
          for (const [index, order] of orders.entries()) {
            for (const [part, status] of order) {
              await receiveReceipts(database, carrier, [receipt(pair[index]?.parts[part] ?? '', status)])
            }
          }
          const [one, other] = await statusesOf(pair.map(text => ({ id: text?.id ?? 0 })))
          expect(one).toBe(other)
          const all = new Set(orders[0].map(([part, status]) => `${part} ${status}`))
          const isDelivered = [0, 1, 2].every(part => all.has(`${part} delivered`))
          expect(one === 'delivered').toBe(isDelivered)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('is not delivered if one part is not', async () => {
    const [text] = await submitted(1, 2)
    await receiveReceipts(database, carrier, [
      receipt(text?.parts[0] ?? '', 'delivered'),
      { ...receipt(text?.parts[1] ?? '', 'undelivered'), reason: 'expired' },
    ])
    expect(await readTexts(database, [text?.id ?? 0])).toMatchObject([
      { status: 'undelivered', reason: 'expired' },
    ])
  })

  it('closes the gate if one part reports an opt-out, whatever the others report', async () => {
    const [text] = await submitted(1, 2)
    const [first = '', second = ''] = text?.parts ?? []
    await receiveReceipts(database, carrier, [{ ...receipt(first, 'undelivered'), reason: 'expired' }])
    await receiveReceipts(database, carrier, [{ ...receipt(second, 'undelivered'), reason: 'opted_out' }])
    const { rows } = await database.query('select consent from member where id = $1', [members[0]])
    expect(rows).toEqual([{ consent: 'opted_out' }])
    await database.query(`update member set consent = 'accepted' where id = $1`, [members[0]])
  })

  it('does not share its parts with a later text that reuses one of the ids', async () => {
    const [first] = await submitted(1, 2)
    const id = first?.parts[0] ?? ''
    const [second = 0] = await acceptTexts(database, sender, members.slice(0, 1))
    dispatch({
      carrier: createScriptedCarrier({ answer: () => ({ status: 'accepted', carrierMessageId: id }) }),
    })
    await eventually('it is submitted', async () => (await outboxSize(database)) === 0)
    await stopAll()
    await receiveReceipts(database, carrier, [receipt(id, 'delivered')])
    expect(await statusesOf([{ id: first?.id ?? 0 }, { id: second }])).toEqual(['submitted', 'delivered'])
  })
})

// Texts that were handed over but not answered.
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { dispatchers } from '../../../test/carriers/dispatchers.ts'
import { createScriptedCarrier } from '../../../test/carriers/scripted-carrier.ts'
import {
  acceptTexts,
  createMembers,
  createSender,
  eventually,
  expectOneStory,
  outboxSize,
  readTexts,
} from '../../../test/carriers/texting.ts'
import { useTestDatabase } from '../../../test/database/database.ts'
import { claimTexts } from './claim-texts.ts'
import type { Ending } from './ending.ts'
import { recordSubmissions } from './record-submissions.ts'

const { database } = await useTestDatabase()
const { dispatch, stopAll } = dispatchers(database)

afterEach(async () => {
  await stopAll()
  await expectOneStory(database)
})

const isEmpty = async (): Promise<boolean> => (await outboxSize(database)) === 0
const one = async (): Promise<number> => {
  const sender = await createSender(database)
  const [id = 0] = await acceptTexts(database, sender, await createMembers(database, sender, 1))
  return id
}

describe('a late answer', () => {
  it('is recorded, also while the doubt about it is being recorded', async () => {
    const sender = await createSender(database)
    const [id = 0] = await acceptTexts(database, sender, await createMembers(database, sender, 1))
    const claim = { claimId: randomUUID(), carrier: 'late', leaseMs: 30_000 }
    const lanes = [{ ...sender, fromId: 0, textsMax: 1 }]
    const { texts } = await claimTexts(database, { ...claim, lanes })
    const record = (result: Ending): Promise<unknown> =>
      recordSubmissions(database, {
        ...claim,
        outcomes: texts.map(text => ({ ...text, result })),
        settleReceipts: async () => {},
      })
    // What the doubt writes, not committed yet: the same claim, held for longer, in a new version of the row.
    const doubt = await database.connect()
    try {
      await doubt.query('begin')
      await doubt.query('update outbox set lease_until = now() + $2::interval where message_id = $1', [
        id,
        '30 s',
      ])
      const late = record({ ending: 'submitted', carrierMessageId: 'late 1' })
      await eventually('the answer waits for the doubt', async () => {
        const { rows } = await database.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length === 1
      })
      await doubt.query('commit')
      await late
    } finally {
      doubt.release()
    }
    expect(await readTexts(database, [id])).toMatchObject([
      { status: 'submitted', journal: ['message.accepted', 'message.submitted'] },
    ])
    expect(await isEmpty()).toBe(true)
  })
})

describe('unknown', () => {
  it('without lookup: unconfirmed, listed, never resent', async () => {
    const id = await one()
    const carrier = createScriptedCarrier({ answer: () => 'unknown' })
    dispatch({ carrier, leaseMs: 500 })
    await eventually('it is unconfirmed', isEmpty)
    await new Promise(resolve => setTimeout(resolve, 3_000))
    expect(await readTexts(database, [id])).toMatchObject([
      { status: 'unconfirmed', journal: ['message.accepted', 'message.unconfirmed'] },
    ])
    expect(carrier.written).toHaveLength(1)
    const { rows } = await database.query(
      'select ending, reason, attempts from dead_letter where message_id = $1',
      [id],
    )
    expect(rows).toEqual([{ ending: 'unconfirmed', reason: 'no_answer', attempts: 1 }])
  })

  it('a slow attempt is not taken over before its lease ends', async () => {
    const id = await one()
    const { promise: isInFlight, resolve: onSubmit } = Promise.withResolvers<unknown>()
    const carrier = createScriptedCarrier({ delayMs: 5_000, onSubmit })
    dispatch({ carrier, leaseMs: 30_000 })
    await isInFlight
    // The second worker looks for unfinished attempts immediately and then every two seconds.
    dispatch({ carrier: createScriptedCarrier({ name: carrier.name }), leaseMs: 30_000 })
    await eventually('it is submitted', isEmpty)
    expect(carrier.written).toHaveLength(1)
    expect(await readTexts(database, [id])).toMatchObject([
      { status: 'submitted', journal: ['message.accepted', 'message.submitted'] },
    ])
  })

  it('the next text to the same recipient waits as long as an attempt may take', async () => {
    const carrier = createScriptedCarrier({
      answer: ({ text }) => (text === 'first' ? 'unknown' : 'accepted'),
    })
    const sender = await createSender(database)
    const members = await createMembers(database, sender, 1)
    await acceptTexts(database, sender, members, { text: 'first' })
    const [second = 0] = await acceptTexts(database, sender, members, { text: 'second' })
    dispatch({ carrier, leaseMs: 1_500 })
    await eventually('the first is written', () => carrier.written.length > 0)
    const writtenAtMs = performance.now()
    await eventually('both have ended', isEmpty)
    expect(performance.now() - writtenAtMs).toBeGreaterThan(1_400)
    expect(carrier.written.map(({ text }) => text)).toEqual(['first', 'second'])
    expect(await readTexts(database, [second])).toMatchObject([{ status: 'submitted' }])
  })

  it('with lookup: asked until the carrier knows, and recorded accordingly', async () => {
    const id = await one()
    let asked = 0
    const carrier = createScriptedCarrier({
      answer: () => 'unknown',
      canLookUp: true,
      canTell: () => (asked += 1) > 1,
    })
    dispatch({ carrier, leaseMs: 3_000 })
    await eventually('it is looked up', isEmpty)
    expect(asked).toBe(2)
    expect(await readTexts(database, [id])).toMatchObject([{ status: 'submitted' }])
    expect(carrier.taken.get(String(id))).toBe(1)
  })

  it('a carrier that throws may have accepted all texts', async () => {
    const id = await one()
    const carrier = createScriptedCarrier({
      onSubmit: () => {
        throw new Error('a bug')
      },
    })
    dispatch({ carrier, leaseMs: 500 })
    await eventually('it is unconfirmed', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([{ status: 'unconfirmed' }])
  })
})

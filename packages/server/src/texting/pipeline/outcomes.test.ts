// What becomes of a text, by what the carrier says.
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { readJournal } from '../../../test/address-book-audit.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { dispatchers } from '../../../test/dispatchers.ts'
import { createScriptedCarrier } from '../../../test/scripted-carrier.ts'
import {
  acceptTexts,
  createMembers,
  createSender,
  eventually,
  expectOneStory,
  outboxSize,
  readTexts,
} from '../../../test/texting.ts'

const { database, drop } = await createTestDatabase()
const { dispatch, stopAll, lines } = dispatchers(database)

afterEach(async () => {
  await stopAll()
  await expectOneStory(database)
})
afterAll(drop)

const isEmpty = async (): Promise<boolean> => (await outboxSize(database)) === 0
const one = async (options?: Parameters<typeof acceptTexts>[3]): Promise<number> => {
  const sender = await createSender(database)
  const [id = 0] = await acceptTexts(database, sender, await createMembers(database, sender, 1), options)
  return id
}

describe('accepted', () => {
  test('is submitted, known by the carrier’s id, and in the journal with all its facts', async () => {
    const sender = await createSender(database)
    const [member = 0] = await createMembers(database, sender, 1)
    const [id = 0] = await acceptTexts(database, sender, [member], { text: 'Shall we meet at 3 — “yes”? 😀' })
    const settled: string[] = []
    dispatch({
      carrier: createScriptedCarrier(),
      settleReceipts: async (_, name, ids) => void settled.push(name, ...ids),
    })
    await eventually('it is submitted', isEmpty)
    expect(await readTexts(database, [id])).toEqual([
      {
        status: 'submitted',
        reason: null,
        attempts: null,
        isLeased: false,
        journal: ['message.accepted', 'message.submitted'],
      },
    ])
    expect((await readJournal(database, sender.advisorId)).at(-1)).toMatchObject({
      kind: 'message.submitted',
      subject: { kind: 'message', id },
      facts: {
        memberId: member,
        number: sender.number,
        phone: '+13000000001',
        text: 'Shall we meet at 3 — “yes”? 😀',
        attempts: 1,
        consentVersion: 2,
        carrier: 'scripted',
        carrierMessageId: `c${id}`,
      },
    })
    expect(settled).toEqual(['scripted', `c${id}`])
  })

  test('a status that has climbed further meanwhile stays', async () => {
    const id = await one()
    await database.query(`update message set status = 'delivered' where id = $1`, [id])
    dispatch({ carrier: createScriptedCarrier() })
    await eventually('it is recorded', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([{ status: 'delivered' }])
  })

  test('one id for two texts of a batch does not keep the others from being recorded', async () => {
    const sender = await createSender(database)
    const ids = await acceptTexts(database, sender, await createMembers(database, sender, 3))
    dispatch({
      carrier: createScriptedCarrier({ answer: () => ({ status: 'accepted', carrierMessageId: 'same' }) }),
    })
    await eventually('they are recorded', isEmpty)
    expect((await readTexts(database, ids)).map(({ status }) => status)).toEqual(ids.map(() => 'submitted'))
    const { rows } = await database.query(
      `select message_id from carrier_message where carrier_message_id = 'same'`,
    )
    expect(rows).toEqual([{ message_id: ids.at(-1) }])
    await database.query(
      `insert into carrier_message (carrier, carrier_message_id, advisor_id, message_id)
       select 'scripted', id::text, advisor_id, id from message where id = any($1) and id <> $2`,
      [ids, ids.at(-1)],
    )
  })

  test('an answer that cannot be stored costs only its own text', async () => {
    const sender = await createSender(database)
    const [bad = 0, ...good] = await acceptTexts(database, sender, await createMembers(database, sender, 4))
    const carrier = createScriptedCarrier({
      canLookUp: true,
      answer: ({ reference }) => ({
        status: 'accepted',
        carrierMessageId: reference === String(bad) ? 'not\0text' : `c${reference}`,
      }),
    })
    dispatch({ carrier, leaseMs: 1_500 })
    await eventually('the others are recorded', async () => (await outboxSize(database)) === 1)
    expect((await readTexts(database, good)).map(({ status }) => status)).toEqual(good.map(() => 'submitted'))
    expect(JSON.stringify(lines)).not.toContain('+1')
    // The carrier is asked when the lease has ended, and gives an answer that can be.
    await eventually('the last one is looked up', isEmpty)
    expect(carrier.taken.get(String(bad))).toBe(1)
  })
})

describe('rejected', () => {
  test('for good: failed with the carrier’s reason, and no dead letter', async () => {
    const id = await one()
    const carrier = createScriptedCarrier({
      answer: () => ({ status: 'rejected', reason: 'invalid_recipient', permanent: true }),
    })
    dispatch({ carrier })
    await eventually('it has failed', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([
      {
        status: 'failed',
        reason: 'invalid_recipient',
        journal: ['message.accepted', 'message.failed'],
      },
    ])
    expect(carrier.written).toHaveLength(1)
    expect((await database.query('select from dead_letter where message_id = $1', [id])).rowCount).toBe(0)
  })

  test('for now: tried again 1, 2, 4 … s later, and taken then', async () => {
    const id = await one()
    const carrier = createScriptedCarrier({ answer: (_, time) => (time < 3 ? 'rejected' : 'accepted') })
    dispatch({ carrier })
    await eventually('it is taken', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([{ status: 'submitted' }])
    const [first = 0, second = 0, third = 0] = carrier.written.map(({ atMs }) => atMs)
    // At most a quarter more, and a second until the sweep.
    expect(second - first).toBeGreaterThan(990)
    expect(second - first).toBeLessThan(1_250 + 1_500)
    expect(third - second).toBeGreaterThan(1_990)
    expect(third - second).toBeLessThan(2_500 + 1_500)
  })

  test('six times: given up, a dead letter, while others flow', async () => {
    const sender = await createSender(database)
    const [poison = 0, ...others] = await acceptTexts(
      database,
      sender,
      await createMembers(database, sender, 40),
    )
    const carrier = createScriptedCarrier({
      answer: ({ reference }) => (reference === String(poison) ? 'rejected' : 'accepted'),
    })
    dispatch({ carrier })
    await eventually('the others are through', async () => (await outboxSize(database)) === 1)
    expect((await readTexts(database, others)).every(({ status }) => status === 'submitted')).toBe(true)
    // Its waiting is cut short.
    await eventually('it is given up', async () => {
      await database.query('update outbox set due_at = now() where lease_until is null')
      return isEmpty()
    })
    expect(await readTexts(database, [poison])).toMatchObject([{ status: 'failed', reason: 'other' }])
    expect(carrier.written.filter(({ reference }) => reference === String(poison))).toHaveLength(6)
    const { rows } = await database.query(
      'select ending, reason, attempts from dead_letter where message_id = $1',
      [poison],
    )
    expect(rows).toEqual([{ ending: 'failed', reason: 'other', attempts: 6 }])
  })
})

describe('throttled', () => {
  test('the number pauses as long as the carrier wants, other numbers do not, and no attempt is used up', async () => {
    const [slow, fast] = [await createSender(database), await createSender(database)]
    const [id = 0] = await acceptTexts(database, slow, await createMembers(database, slow, 1))
    const carrier = createScriptedCarrier({
      answer: ({ from }, time) =>
        from === slow.number && time <= 8 ? { status: 'throttled', retryAfterMs: 300 } : 'accepted',
    })
    dispatch({ carrier })
    await eventually('the carrier has said so', () => carrier.written.length > 0)
    await acceptTexts(database, fast, await createMembers(database, fast, 1))
    await eventually('the other number’s text is gone', () => carrier.taken.size === 1, 250)
    await eventually('it is taken after all', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([{ status: 'submitted' }])
    const times = carrier.written.filter(({ from }) => from === slow.number).map(({ atMs }) => atMs)
    expect(times).toHaveLength(9)
    for (const [index, time] of times.slice(1).entries())
      expect(time - (times[index] ?? 0)).toBeGreaterThan(295)
  })
})

describe('unsent', () => {
  test('waits again at once, without using up an attempt', async () => {
    const id = await one()
    const carrier = createScriptedCarrier({ answer: (_, time) => (time <= 10 ? 'unsent' : 'accepted') })
    dispatch({ carrier })
    await eventually('it is taken', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([{ status: 'submitted' }])
    const { rows } = await database.query(
      `select entry->'facts'->'attempts' as attempts from journal
      where kind = 'message.submitted' and subject_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ attempts: 1 }])
  })
})

describe('unknown', () => {
  test('where the carrier cannot tell: unconfirmed, listed, never sent again', async () => {
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

  test('where the carrier can tell: asked until it can, and recorded as it says', async () => {
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

  test('a carrier that throws may have taken all of them', async () => {
    const id = await one()
    const carrier = createScriptedCarrier({
      onSubmit: () => {
        throw new Error('a bug')
      },
    })
    dispatch({ carrier })
    await eventually('it is unconfirmed', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([{ status: 'unconfirmed' }])
  })
})

describe('may not be sent any more', () => {
  test('a recipient who has opted out since: failed, and the carrier never sees it', async () => {
    const id = await one()
    await database.query(
      `update member set consent = 'opted_out', consent_version = 3
      where id = (select member_id from message where id = $1)`,
      [id],
    )
    const carrier = createScriptedCarrier()
    dispatch({ carrier })
    await eventually('it has failed', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([
      { status: 'failed', reason: 'opted_out', journal: ['message.accepted', 'message.failed'] },
    ])
    expect(carrier.written).toEqual([])
    expect((await database.query('select from dead_letter where message_id = $1', [id])).rowCount).toBe(0)
  })

  test('the confirmation of the STOP still goes', async () => {
    const id = await one({ passesGate: true })
    await database.query(
      `update member set consent = 'opted_out' where id = (select member_id from message where id = $1)`,
      [id],
    )
    dispatch({ carrier: createScriptedCarrier() })
    await eventually('it is submitted', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([{ status: 'submitted' }])
  })

  test('one that is too late: failed, and a dead letter', async () => {
    const id = await one({ expiresInMs: -1 })
    const carrier = createScriptedCarrier()
    dispatch({ carrier })
    await eventually('it has failed', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([{ status: 'failed', reason: 'expired' }])
    expect(carrier.written).toEqual([])
    expect((await database.query('select ending from dead_letter where message_id = $1', [id])).rows).toEqual(
      [{ ending: 'expired' }],
    )
  })

  test('a number that was taken out of use sends nothing until it is back', async () => {
    const sender = await createSender(database)
    const [id = 0] = await acceptTexts(database, sender, await createMembers(database, sender, 1))
    await database.query('update texting_number set active = false where number = $1', [sender.number])
    const carrier = createScriptedCarrier()
    dispatch({ carrier })
    await new Promise(resolve => setTimeout(resolve, 500))
    expect(await readTexts(database, [id])).toMatchObject([
      { status: 'accepted', attempts: 0, isLeased: false },
    ])
    await database.query('update texting_number set active = true where number = $1', [sender.number])
    await eventually('it is submitted', isEmpty)
    expect(carrier.written).toHaveLength(1)
  })
})

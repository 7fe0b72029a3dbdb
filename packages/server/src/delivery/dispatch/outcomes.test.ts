// Outcomes of a text by the carrier's response.
import { afterEach, describe, expect, it } from 'vitest'
import { dispatchers } from '../../../test/carriers/dispatchers.ts'
import { createScriptedCarrier } from '../../../test/carriers/scripted-carrier.ts'
import { setState } from '../../../test/carriers/set-state.ts'
import {
  acceptTexts,
  createMembers,
  createSender,
  eventually,
  expectOneStory,
  outboxSize,
  readTexts,
} from '../../../test/carriers/texting.ts'
import { readJournal } from '../../../test/database/address-book-audit.ts'
import { useTestDatabase } from '../../../test/database/database.ts'

const { database } = await useTestDatabase()
const { dispatch, stopAll, lines } = dispatchers(database)

afterEach(async () => {
  await stopAll()
  await expectOneStory(database)
})

const isEmpty = async (): Promise<boolean> => (await outboxSize(database)) === 0
const one = async (options?: Parameters<typeof acceptTexts>[3]): Promise<number> => {
  const sender = await createSender(database)
  const [id = 0] = await acceptTexts(database, sender, await createMembers(database, sender, 1), options)
  return id
}

describe('accepted', () => {
  it('is submitted, stored with the carrier’s id, and fully journalled', async () => {
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

  it('a status that is already higher stays', async () => {
    const id = await one()
    await setState(database, id, 'delivered')
    dispatch({ carrier: createScriptedCarrier() })
    await eventually('it is recorded', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([{ status: 'delivered' }])
  })

  it('a status that is already higher stays when another attempt fails', async () => {
    const id = await one()
    await setState(database, id, 'delivered')
    dispatch({
      carrier: createScriptedCarrier({
        answer: () => ({ status: 'rejected', reason: 'invalid_recipient', permanent: true }),
      }),
    })
    await eventually('it is recorded', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([{ status: 'delivered', reason: null }])
  })

  it('one id for two texts of a batch does not block recording the others', async () => {
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
      `insert into carrier_message (carrier, carrier_message_id, advisor_id, member_id, message_id)
       select 'scripted', id::text, advisor_id, member_id, id from message where id = any($1) and id <> $2`,
      [ids, ids.at(-1)],
    )
  })

  it('a response that cannot be stored affects only its own text', async () => {
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
    // When the lease ends the carrier is asked, and this time gives a valid answer.
    await eventually('the last one is looked up', isEmpty)
    expect(carrier.taken.get(String(bad))).toBe(1)
  })
})

describe('rejected', () => {
  it('permanently: failed with the carrier’s reason, no dead letter', async () => {
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

  it('temporarily: retried after 1, 2, 4 … s, then accepted', async () => {
    const id = await one()
    const carrier = createScriptedCarrier({ answer: (_, time) => (time < 3 ? 'rejected' : 'accepted') })
    dispatch({ carrier })
    await eventually('it is accepted', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([{ status: 'submitted' }])
    const [first = 0, second = 0, third = 0] = carrier.written.map(({ atMs }) => atMs)
    // At most a quarter more, plus a second until the sweep, and a machine that stalls.
    expect(second - first).toBeGreaterThan(990)
    expect(second - first).toBeLessThan(1_250 + 6_000)
    expect(third - second).toBeGreaterThan(1_990)
    expect(third - second).toBeLessThan(2_500 + 6_000)
  })

  it('six times: becomes a dead letter, while others flow', async () => {
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
    await eventually('the others are sent', async () => (await outboxSize(database)) === 1)
    expect((await readTexts(database, others)).every(({ status }) => status === 'submitted')).toBe(true)
    // Its wait is cut short.
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
  it('the number pauses as long as the carrier asks, others do not, and no attempt is used', async () => {
    const [slow, fast] = [await createSender(database), await createSender(database)]
    const [id = 0] = await acceptTexts(database, slow, await createMembers(database, slow, 1))
    const carrier = createScriptedCarrier({
      answer: ({ from }, time) =>
        from === slow.number && time <= 8 ? { status: 'throttled', retryAfterMs: 300 } : 'accepted',
    })
    dispatch({ carrier })
    await eventually('the carrier has throttled it', () => carrier.written.length > 0)
    await acceptTexts(database, fast, await createMembers(database, fast, 1))
    await eventually('the other number’s text is sent', () => carrier.taken.size === 1, 250)
    await eventually('it is accepted in the end', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([{ status: 'submitted' }])
    const times = carrier.written.filter(({ from }) => from === slow.number).map(({ atMs }) => atMs)
    expect(times).toHaveLength(9)
    for (const [index, time] of times.slice(1).entries())
      expect(time - (times[index] ?? 0)).toBeGreaterThan(295)
  })
})

describe('unsent', () => {
  it('is requeued immediately without using an attempt', async () => {
    const id = await one()
    const carrier = createScriptedCarrier({ answer: (_, time) => (time <= 10 ? 'unsent' : 'accepted') })
    dispatch({ carrier })
    await eventually('it is accepted', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([{ status: 'submitted' }])
    const { rows } = await database.query(
      `select entry->'facts'->'attempts' as attempts from journal_entry
      where kind = 'message.submitted' and subject_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ attempts: 1 }])
  })
})

describe('can no longer be sent', () => {
  it('recipient opted out since: failed, and the carrier never sees it', async () => {
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

  it('recipient said NO since: failed, even if it is a consent request', async () => {
    const id = await one()
    await database.query(
      `update member set consent = 'declined', consent_version = 3, asked_at = now(), declined_at = now(), declines = 1
      where id = (select member_id from message where id = $1)`,
      [id],
    )
    const carrier = createScriptedCarrier()
    dispatch({ carrier })
    await eventually('it has failed', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([
      { status: 'failed', reason: 'consent_declined', journal: ['message.accepted', 'message.failed'] },
    ])
    expect(carrier.written).toEqual([])
  })

  it('the STOP confirmation is still sent', async () => {
    const id = await one({ passesGate: true })
    await database.query(
      `update member set consent = 'opted_out' where id = (select member_id from message where id = $1)`,
      [id],
    )
    dispatch({ carrier: createScriptedCarrier() })
    await eventually('it is submitted', isEmpty)
    expect(await readTexts(database, [id])).toMatchObject([{ status: 'submitted' }])
  })

  it('too late: failed, and a dead letter', async () => {
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

  it('a disabled number sends nothing until it is enabled', async () => {
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

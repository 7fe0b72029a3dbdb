// Inserts advisors with numbers, recipients and waiting texts, for tests of delivery.
import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import * as journal from '../../src/journal/index.ts'
import { inTransaction } from '../../src/platform/db/in-transaction.ts'
import type { Database } from '../../src/platform/db/pool.ts'
import { createAdvisor } from '../people/people.ts'

export interface Sender {
  readonly advisorId: number
  readonly number: string
}

/** An advisor with a texting number, at a pace too high to matter in a test. */
export async function createSender(
  database: Database,
  { textsPerSecond = 100_000 }: { textsPerSecond?: number } = {},
): Promise<Sender> {
  const { id: advisorId } = await createAdvisor(database)
  const number = `+1${randomInt(2_000_000_000, 10_000_000_000)}`
  await database.query('insert into texting_number (advisor_id, number) values ($1, $2)', [advisorId, number])
  await database.query('insert into lane (advisor_id, number, texts_per_second) values ($1, $2, $3)', [
    advisorId,
    number,
    textsPerSecond,
  ])
  return { advisorId, number }
}

/** Members with distinct phone numbers who have consented. */
export async function createMembers(
  database: Database,
  { advisorId }: Sender,
  count: number,
): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `insert into member (advisor_id, phone, consent, consent_version, has_accepted)
     select $1, '+1' || (3000000000 + n + (select count(*) from member where advisor_id = $1)), 'accepted', 2, true
     from generate_series(1, $2::integer) as n returning id`,
    [advisorId, count],
  )
  return rows.map(({ id }) => id)
}

interface TextOptions {
  readonly text?: string
  readonly passesGate?: boolean
  /** Relative to now. */
  readonly expiresInMs?: number
  /** The application that sent it. */
  readonly applicationId?: number
}

/** Inserts texts to members, in order, as an accepted send would: message, journal entry and outbox row. */
export async function acceptTexts(
  database: Database,
  { advisorId, number }: Sender,
  memberIds: readonly number[],
  { text = 'Good morning', passesGate = false, expiresInMs, applicationId }: TextOptions = {},
): Promise<number[]> {
  return inTransaction(database, async tx => {
    await tx.query(
      'select from member where advisor_id = $1 and id = any($2::bigint[]) order by id for no key update',
      [advisorId, memberIds],
    )
    const { rows } = await tx.query<{ id: number; member_id: number; phone: string; created_at: Date }>(
      `insert into message (advisor_id, id, member_id, direction, kind, number, phone, text, consent_version, created_at)
       select $1, nextval('message_id'), member.id, 'out', 'text', $2, member.phone, $4, consent_version, now()
       from unnest($3::bigint[]) with ordinality as wanted (member_id, position)
       join member on member.advisor_id = $1 and member.id = wanted.member_id order by position
       returning id, member_id, phone, created_at`,
      [advisorId, number, memberIds, text],
    )
    await tx.query(
      `insert into outbox (advisor_id, member_id, message_id, number, passes_gate, due_at, expires_at, application_id)
       select advisor_id, member_id, id, number, $3, created_at,
         created_at + make_interval(secs => $4::float8 / 1000), $5
       from message where advisor_id = $1 and id = any($2::bigint[])`,
      [advisorId, rows.map(({ id }) => id), passesGate, expiresInMs, applicationId],
    )
    await journal.append(
      tx,
      rows.map(({ id, member_id, phone, created_at }) => ({
        kind: 'message.accepted',
        advisorId,
        at: created_at.toISOString(),
        actor: { kind: 'system', task: 'test' },
        traceId: null,
        subject: { kind: 'message', id },
        facts: { memberId: member_id, number, phone, text },
      })),
    )
    return rows.map(({ id }) => id)
  })
}

interface MessageState {
  readonly status: string
  readonly reason: string | null
  /** Kinds of its journal entries, in order. */
  readonly journal: string[]
  readonly attempts: number | null
  readonly isLeased: boolean
}

/** The stored state of these messages, in the given order. */
export async function readTexts(database: Database, messageIds: readonly number[]): Promise<MessageState[]> {
  const { rows } = await database.query<MessageState>(
    `select status, reason, attempts, lease_until is not null as "isLeased", array(
       select journal.kind from journal
       where journal.advisor_id = message.advisor_id and subject_id = message.id and journal.kind like 'message.%'
       order by journal.id
     ) as journal
     from unnest($1::bigint[]) with ordinality as wanted (id, position)
     join message_status as message on message.id = wanted.id
     left join outbox on outbox.message_id = message.id
     order by position`,
    [messageIds],
  )
  return rows
}

/** Every message is consistent with its journal entries, its outbox row and its carrier id. */
export async function expectOneStory(database: Database): Promise<void> {
  const { rows } = await database.query<object>(`
    with told as (
      select advisor_id, subject_id, array_agg(kind order by id) as kinds from journal
      where kind like 'message.%' and kind <> 'message.refused' group by advisor_id, subject_id
    ), story as (
      select message.id, message.status, coalesce(told.kinds, '{}') as kinds,
        outbox.message_id is not null as waits, carrier_message.message_id is not null as is_known,
        dead_letter.ending
      from message_status as message
      left join told on told.advisor_id = message.advisor_id and told.subject_id = message.id
      left join outbox on outbox.advisor_id = message.advisor_id and outbox.message_id = message.id
      left join carrier_message
        on carrier_message.advisor_id = message.advisor_id and carrier_message.message_id = message.id
      left join dead_letter on dead_letter.advisor_id = message.advisor_id and dead_letter.message_id = message.id
      where direction = 'out'
    )
    select id, status, kinds, waits, is_known, ending from story
    where not case status
      when 'accepted' then waits and not is_known and kinds = '{message.accepted}'
      when 'submitted' then not waits and is_known and kinds in (
        '{message.accepted,message.submitted}', '{message.accepted,message.unconfirmed,message.submitted}'
      )
      when 'failed' then not waits and not is_known and kinds = '{message.accepted,message.failed}'
      when 'unconfirmed' then not waits and not is_known and ending = 'unconfirmed'
        and kinds = '{message.accepted,message.unconfirmed}'
      when 'delivered' then not waits
      else false end
    union all
    select message_id, 'outbox without message', null, null, null, null from outbox
    where not exists (select from message where advisor_id = outbox.advisor_id and id = outbox.message_id)
    union all
    select subject_id, 'journal without message', kinds, null, null, null from told
    where not exists (select from message where advisor_id = told.advisor_id and id = told.subject_id)`)
  expect(rows).toEqual([])
}

/** Waits until the condition holds. The timeout error names the condition. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 120_000,
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`did not happen within ${withinMs} ms: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

export async function outboxSize(database: Database): Promise<number> {
  const { rows } = await database.query<{ count: number }>('select count(*) from outbox')
  return rows[0]?.count ?? 0
}

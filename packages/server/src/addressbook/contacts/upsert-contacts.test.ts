import { operations } from '@parley/contract'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { expectExactBooks } from '../../../test/database/address-book-audit.ts'
import { expectProblem } from '../../../test/http/expect-problem.ts'
import { checkOf } from '../../../test/http/schema-check.ts'
import { type BookClient, startAddressBook } from '../../../test/servers/address-book.ts'

const server = await startAddressBook()
const { database } = server
let client: BookClient
beforeEach(async () => {
  client = await server.welcome()
})
afterAll(async () => {
  await expectExactBooks(database)
  await server.close()
})

interface Result {
  readonly externalContactId?: string
  readonly contactId?: number
  readonly outcome: string
  readonly errors?: { path: string; message: string }[]
}

const path = '/contacts/batch'
const upsert = async (contacts: readonly unknown[], headers: Record<string, string> = {}) => {
  const answer = await client.call('POST', path, { contacts }, { headers })
  expect(answer.status, answer.body).toBe(200)
  const body = JSON.parse(answer.body) as { results: Result[] }
  expect(checkOf(operations.upsertContacts.result)(body)).toEqual([])
  return { ...body, outcomes: body.results.map(({ outcome }) => outcome), headers: answer.headers }
}
const entries = async () => {
  const { rows } = await database.query<{ kind: string }>(
    'select kind from journal where advisor_id = $1 order by id',
    [client.advisorId],
  )
  return rows.map(({ kind }) => kind)
}

describe('200: a batch', () => {
  it('creates, updates and leaves unchanged by external id, with a result per line in order', async () => {
    const ann = { externalContactId: 'crm-1', firstName: 'Ann', phone: '+12025550161' }
    const first = await upsert([ann, { externalContactId: 'crm-2', lastName: 'Okafor' }])
    expect(first.outcomes).toEqual(['created', 'created'])
    const second = await upsert([
      { externalContactId: 'crm-3', firstName: 'Cleo' },
      { ...ann, city: 'Akron' },
      { externalContactId: 'crm-2', lastName: 'Okafor' },
    ])
    expect(second.outcomes).toEqual(['created', 'updated', 'unchanged'])
    const [, updated, unchanged] = second.results
    expect(updated?.contactId).toBe(first.results[0]?.contactId)
    expect(unchanged?.contactId).toBe(first.results[1]?.contactId)
    expect(await client.contact(updated?.contactId ?? 0)).toMatchObject({
      externalContactId: 'crm-1',
      firstName: 'Ann',
      city: 'Akron',
      phone: '+12025550161',
    })
    const found = await client.call('GET', '/contacts?externalContactId=crm-1')
    expect(JSON.parse(found.body)).toMatchObject({
      data: [{ contactId: updated?.contactId, externalContactId: 'crm-1' }],
      pageInfo: { totalRecord: 1 },
    })
    expect(await entries()).toEqual([
      'contact.created',
      'contact.created',
      'contact.created',
      'contact.changed',
    ])
  })

  it('clears with null, keeps what is absent, and fails a line that would leave nobody', async () => {
    await upsert([{ externalContactId: 'crm-1', firstName: 'Ann', city: 'Akron' }])
    const { results } = await upsert([{ externalContactId: 'crm-1', city: null }])
    expect(await client.contact(results[0]?.contactId ?? 0)).not.toHaveProperty('city')
    const { results: failed } = await upsert([{ externalContactId: 'crm-1', firstName: null }])
    expect(failed).toMatchObject([{ outcome: 'failed', errors: [{ path: '' }] }])
    expect(await client.contact(results[0]?.contactId ?? 0)).toMatchObject({ firstName: 'Ann' })
  })

  it('fails only the lines that are invalid, and says why for each', async () => {
    const { results } = await upsert([
      { externalContactId: 'a', firstName: 'Ann', phone: '2025550161' },
      { externalContactId: 'b', firstName: ' ' },
      { externalContactId: 'c', emailAddress: 'not an email' },
      { firstName: 'Dan' },
      'Eve',
      null,
      { externalContactId: 'f', firstName: 'Flo' },
      { externalContactId: 'f', firstName: 'Flora' },
      { externalContactId: 'g' },
      { externalContactId: 'h', firstName: 'Hal', birthDate: '2999-01-01' },
    ])
    expect(results.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 6 }, () => 'failed'),
      'created',
      'failed',
      'failed',
      'failed',
    ])
    const paths = results.map(({ errors }) => errors?.[0]?.path)
    expect(paths).toEqual([
      '/phone',
      '/firstName',
      '/emailAddress',
      '/externalContactId',
      '',
      '',
      undefined,
      '/externalContactId',
      '',
      '/birthDate',
    ])
    expect(await entries()).toEqual(['contact.created'])
  })

  it('of 200 is written once under one key', async () => {
    const contacts = Array.from({ length: 200 }, (_, index) => ({
      externalContactId: `crm-${index}`,
      firstName: 'P',
      phone: `+1202555${1_000 + index}`,
    }))
    const headers = { 'Idempotency-Key': 'sync-1' }
    const first = await upsert(contacts, headers)
    const again = await upsert(contacts, headers)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.results).toEqual(first.results)
    expect(await entries()).toHaveLength(200)
  })

  it('at the same time as another writes each person once', async () => {
    const contacts = Array.from({ length: 50 }, (_, index) => ({
      externalContactId: `crm-${index}`,
      firstName: 'P',
    }))
    const answers = await Promise.all([upsert(contacts), upsert(contacts.toReversed()), upsert(contacts)])
    const created = answers.flatMap(({ outcomes }) => outcomes.filter(outcome => outcome === 'created'))
    expect(created).toHaveLength(50)
  })

  it('holds scheduled texts to a number that a contact loses', async () => {
    const line = { externalContactId: 'crm-1', firstName: 'Ann', phone: '+12025550171' }
    await upsert([line])
    const { rows } = await database.query<{ id: number }>(
      'select id from member where advisor_id = $1 and phone = $2',
      [client.advisorId, line.phone],
    )
    await server.owner.query(
      `insert into schedule (advisor_id, member_id, phone, text, starts_at, next_at, frequency, time_zone, created_at, modified_at)
       values ($1, $2, $3, 'Hello', now() + interval '1 day', now() + interval '1 day', 0, 'UTC', now(), now())`,
      [client.advisorId, rows[0]?.id, line.phone],
    )
    await upsert([{ ...line, phone: '+12025550172' }])
    const { rows: schedules } = await database.query<{ status: string }>(
      'select status from schedule where advisor_id = $1',
      [client.advisorId],
    )
    expect(schedules).toEqual([{ status: 'held' }])
  })
})

describe('400: a batch', () => {
  it.each([{}, { contacts: [] }, { contacts: 'Ann' }, { contacts: Array.from({ length: 201 }, () => ({})) }])(
    'without 1 to 200 lines is refused',
    async body => {
      expectProblem(await client.call('POST', path, body), { status: 400, code: 'invalid_request' })
    },
  )
})

it('200: another advisor’s batch with the same ids makes contacts of its own', async () => {
  const line = { externalContactId: 'crm-1', firstName: 'Ann' }
  const [mine] = (await upsert([line])).results
  client = await server.welcome()
  const [other] = (await upsert([line])).results
  expect(other).toMatchObject({ outcome: 'created' })
  expect(other?.contactId).not.toBe(mine?.contactId)
})

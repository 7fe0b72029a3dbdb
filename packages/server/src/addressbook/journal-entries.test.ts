// Every change is journalled in its own transaction, with everything needed to reconstruct it.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  expectExactBooks,
  type JournalEntry,
  readJournal,
  replay,
} from '../../test/database/address-book-audit.ts'
import { type BookClient, startAddressBook } from '../../test/servers/address-book.ts'

const server = await startAddressBook()
afterAll(server.close)
let client: BookClient
beforeEach(async () => {
  client = await server.welcome()
})

const entries = () => readJournal(server.database, client.advisorId)
const kinds = async () => (await entries()).map(({ kind }) => kind)
const traceIdOf = (answer: { headers: Readonly<Record<string, string>> }) => answer.headers['x-trace-id']

describe('an entry', () => {
  it('records who did what in which request', async () => {
    const answer = await client.call('POST', '/contacts', {
      firstName: 'Ann',
      phone: '+12025550123',
      city: 'Akron',
    })
    const { id } = JSON.parse(answer.body) as { id: number }
    const { identifier, dateTimeCreated } = await client.contact(id)
    const { rows } = await server.database.query<{ id: number }>(
      'select id from member where advisor_id = $1',
      [client.advisorId],
    )
    expect(await entries()).toEqual([
      {
        kind: 'contact.created',
        advisorId: client.advisorId,
        at: dateTimeCreated,
        actor: { kind: 'application', applicationId: client.applicationId },
        traceId: traceIdOf(answer),
        subject: { kind: 'contact', id },
        facts: {
          identifier,
          source: 1,
          fields: { firstName: 'Ann', phone: '+12025550123', city: 'Akron' },
          memberId: rows[0]?.id,
        },
      },
    ])
  })

  it('has old and new values for a change, and all values for a deletion', async () => {
    const id = await client.create('/contacts', { firstName: 'Ann', city: 'Akron' })
    const { identifier } = await client.contact(id)
    const group = await client.create('/groups', { name: 'Golf', externalGroupId: 'crm-1' })
    await client.call('PUT', `/contacts/${id}`, { firstName: 'Ann', city: null, gender: 2 })
    const { dateTimeModified } = await client.contact(id)
    await client.call('PUT', `/contacts/${id}/groups`, { groupIds: [group] })
    await client.call('DELETE', `/contacts/${id}`)
    await client.call('DELETE', `/groups/${group}`)
    const told = (await entries()).slice(1).map(({ kind, subject, facts }) => [kind, subject.id, facts])
    const golf = { name: 'Golf', source: 1, externalGroupId: 'crm-1' }
    const fields = { firstName: 'Ann', gender: 2 }
    expect(told).toEqual([
      ['group.created', group, golf],
      [
        'contact.changed',
        id,
        { identifier, before: { city: 'Akron', gender: 0 }, after: { city: null, gender: 2 } },
      ],
      ['contact.groups_replaced', id, { identifier, groupIds: [group], joined: [group], left: [] }],
      ['contact.deleted', id, { identifier, source: 1, fields, groupIds: [group] }],
      ['group.deleted', group, { ...golf, contactCount: 0 }],
    ])
    expect((await entries())[2]?.at).toBe(dateTimeModified)
  })

  it('is not written if nothing changes', async () => {
    const id = await client.create('/contacts', { firstName: 'Ann' })
    await client.create('/groups', { name: 'Golf', externalGroupId: 'crm-1' })
    const before: JournalEntry[] = await entries()
    await client.create('/groups', { name: 'Golf', externalGroupId: 'crm-1' })
    await client.call('PUT', `/contacts/${id}`, { firstName: 'Ann' })
    await client.call('PUT', `/contacts/${id}`, { firstName: null })
    await client.call('PUT', `/contacts/${id}/groups`, { groupIds: [] })
    await client.call('PUT', `/contacts/${id}/groups`, { groupIds: [2] })
    await client.call('POST', '/contacts', { city: 'Akron' })
    await client.call('DELETE', '/contacts/2')
    await client.call('DELETE', '/groups/2')
    await client.contact(id)
    expect(await entries()).toEqual(before)
  })

  it('together with all others reconstructs the whole address book', async () => {
    const ids = [
      await client.create('/contacts', { firstName: 'A' }),
      await client.create('/contacts', { phone: '+12025550123' }),
    ]
    const [a, b] = [
      await client.create('/groups', { name: 'A' }),
      await client.create('/groups', { name: 'B' }),
    ]
    for (const id of ids) await client.call('PUT', `/contacts/${id}/groups`, { isSelectAllGroup: true })
    await client.call('DELETE', `/groups/${a}`)
    const [first = 0, second = 0] = ids
    await client.call('DELETE', `/contacts/${first}`)
    expect(replay(await entries())).toEqual({
      contacts: { [second]: { fields: { phone: '+12025550123' }, groupIds: [b] } },
      groups: { [b]: 'B' },
    })
  })
})

/** The partition for today's entries. */
const journalPartition = async (): Promise<string> =>
  (
    await server.owner.query<{ name: string }>(
      `select partition::text as name from partition_ranges('journal')
       where now() >= lower_bound::timestamptz and now() < upper_bound::timestamptz`,
    )
  ).rows[0]?.name ?? ''

describe('a change that fails at commit', () => {
  it.each(['contact', 'contact_group', 'journal', 'address_book'])(
    'leaves neither a row nor a journal entry: %s',
    async table => {
      const id = await client.create('/contacts', { firstName: 'Ann' })
      const group = await client.create('/groups', { name: 'Golf' })
      await client.call('PUT', `/contacts/${id}/groups`, { groupIds: [group] })
      const before = [await client.contact(id), await kinds()]
      // Deferred, so that it fails in the COMMIT itself.
      await server.owner.query(`
        create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
        create constraint trigger fails after insert or update or delete on ${table === 'journal' ? await journalPartition() : table}
          deferrable initially deferred for each row execute function fail()`)
      try {
        const statuses = []
        for (const [method, path, body] of [
          ['POST', '/contacts', { firstName: 'Bo', phone: '+12025550199' }],
          ['POST', '/groups', { name: 'Tennis' }],
          ['DELETE', `/contacts/${id}`],
          ['DELETE', `/groups/${group}`],
        ] as const) {
          statuses.push((await client.call(method, path, body)).status)
        }
        expect(statuses).toContain(500)
        const succeeded = statuses.filter(status => status < 300).length
        expect((await kinds()).length).toBe((before[1] as string[]).length + succeeded)
      } finally {
        await server.owner.query('drop function fail() cascade')
      }
      if (table === 'journal' || table === 'address_book') {
        expect([await client.contact(id), await kinds()]).toEqual(before)
      }
      await expectExactBooks(server.database)
    },
  )
})

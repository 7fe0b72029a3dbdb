// Concurrent requests. Nothing is retried: every response matches some serial order of the requests.
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryConfig } from 'pg'
import { afterAll, afterEach, expect, it } from 'vitest'
import { expectExactBooks, readJournal, replay } from '../../test/database/address-book-audit.ts'
import { fillGroup } from '../../test/people/fill-group.ts'
import { roundsOf } from '../../test/rounds-of.ts'
import { startAddressBook } from '../../test/servers/address-book.ts'
import type { Database } from '../platform/db/pool.ts'
import { createGroup } from './groups/create-group.ts'
import { deleteGroup } from './groups/delete-group.ts'
import { removeMembersOfGroup } from './groups/remove-members-of-group.ts'

const server = await startAddressBook({ connections: 8 })
const { database } = server
afterEach(() => expectExactBooks(database))
afterAll(server.close)

it(`two concurrent replacements of a contact’s groups end as one of the two, ${roundsOf(500)} times`, async () => {
  const client = await server.welcome()
  const contact = await client.create('/contacts', { firstName: 'Ann' })
  const groups = await Promise.all(
    ['A', 'B', 'C', 'D', 'E', 'F'].map(name => client.create('/groups', { name })),
  )
  const inputs = [groups.slice(0, 4), groups.slice(2)]
  const endings = new Set<string>()
  for (let race = 0; race < roundsOf(500); race += 1) {
    const answers = await Promise.all(
      inputs
        // In both directions, so that neither has a head start.
        .map((_, index) => inputs[(index + race) % 2] ?? [])
        .map(groupIds =>
          client.call('PUT', `/contacts/${contact}/groups`, { groupIds: groupIds.toReversed() }),
        ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    endings.add(JSON.stringify((await client.contact(contact))['groupIds']))
  }
  const possible = inputs.map(input => JSON.stringify(input.toSorted((one, other) => one - other)))
  expect(possible).toEqual(expect.arrayContaining([...endings]))
})

it(`a contact deleted during a replacement is gone with its memberships, ${roundsOf(500)} times`, async () => {
  const client = await server.welcome()
  const groupIds = await Promise.all(['A', 'B', 'C'].map(name => client.create('/groups', { name })))
  for (let race = 0; race < roundsOf(500); race += 1) {
    const contact = await client.create('/contacts', { firstName: 'Ann', phone: '+12025550123' })
    const [replace, remove] = await Promise.all([
      client.call('PUT', `/contacts/${contact}/groups`, race % 2 ? { groupIds } : { isSelectAllGroup: true }),
      client.call('DELETE', `/contacts/${contact}`),
    ])
    expect(remove?.status).toBe(204)
    expect([200, 404]).toContain(replace?.status)
  }
  const { rows } = await database.query<object>(
    `select from membership where advisor_id = $1 union all select from contact where advisor_id = $1`,
    [client.advisorId],
  )
  expect(rows).toHaveLength(0)
})

it(`a group deleted while contacts join and leave it is gone with all its memberships, ${roundsOf(100)} times`, async () => {
  const client = await server.welcome()
  const contacts = await Promise.all(
    ['A', 'B', 'C', 'D'].map(firstName => client.create('/contacts', { firstName })),
  )
  const stays = await client.create('/groups', { name: 'Stays' })
  const replace = (contact: number, groupIds: number[]) =>
    client.call('PUT', `/contacts/${contact}/groups`, { groupIds })
  for (let race = 0; race < roundsOf(100); race += 1) {
    const group = await client.create('/groups', { name: 'Goes' })
    await Promise.all(contacts.map(contact => replace(contact, [group])))
    const [remove, ...others] = await Promise.all([
      client.call('DELETE', `/groups/${group}`),
      ...contacts.flatMap((contact, index) => [
        replace(contact, index % 2 ? [stays] : [group, stays]),
        client.call('PUT', `/contacts/${contact}`, { nickname: String(race) }),
      ]),
    ])
    expect(remove?.status).toBe(204)
    for (const { status } of others) expect([200, 400]).toContain(status)
  }
  const groups = replay(await readJournal(database, client.advisorId)).groups
  expect(groups).toEqual({ [stays]: 'Stays' })
})

it(`the members of two deleted groups are removed while others write to the same contacts, ${roundsOf(20, 3)} times`, async () => {
  for (let race = 0; race < roundsOf(20, 3); race += 1) {
    const client = await server.welcome()
    const { advisorId } = client
    const size = 1_200
    const goes = await fillGroup(database, advisorId, size)
    const alsoGoes = await client.create('/groups', { name: 'Also goes' })
    const stays = await client.create('/groups', { name: 'Stays' })
    const { rows } = await database.query<{ id: number }>(
      `with joined as (
         insert into membership select advisor_id, id, $2 from contact where advisor_id = $1 returning contact_id
       ), counted as (
         update contact_group set contact_count = $3 where advisor_id = $1 and id = $2
       )
       update contact set group_count = 2, external_id = 'crm-' || id from joined
       where advisor_id = $1 and id = contact_id returning id`,
      [advisorId, alsoGoes, size],
    )
    const ids = rows.map(({ id }) => id)
    const { signal } = new AbortController()
    const over = new AbortController()
    const remove = async (groupId: number) => {
      expect((await client.call('DELETE', `/groups/${groupId}`)).status).toBe(204)
      await removeMembersOfGroup.handle({ advisorId, groupId }, { database: server.database, signal })
    }
    const statuses = new Set<number>()
    /** Writes to the contacts in steps, from either end, until the groups are gone. */
    const write = async (act: (id: number, turn: number) => ReturnType<typeof client.call>) => {
      for (let turn = 0; turn < ids.length && !over.signal.aborted; turn += 1) {
        const id = ids.at(turn % 2 ? turn : -turn - 1) ?? 0
        statuses.add((await act(id, turn)).status)
      }
    }
    const audit = async () => {
      while (!over.signal.aborted) await expectExactBooks(database)
    }
    const others = [
      write(id => client.call('DELETE', `/contacts/${id}`)),
      write(id => client.call('PUT', `/contacts/${id}/groups`, { groupIds: [stays] })),
      write(id => client.call('PUT', `/contacts/${id}/groups`, { groupIds: [goes] })),
      write((id, turn) => client.call('PUT', `/contacts/${id}`, { nickname: `N${turn}` })),
      write((_, turn) =>
        client.call('POST', `/contacts/batch`, {
          contacts: ids
            .slice(turn, turn + 50)
            .toReversed()
            .map(each => ({ externalContactId: `crm-${each}`, firstName: `F${turn}` })),
        }),
      ),
      audit(),
    ]
    await Promise.all([remove(goes), remove(alsoGoes)])
    over.abort()
    await Promise.all(others)
    for (const status of statuses) expect([200, 204, 400, 404]).toContain(status)
    expect(await database.query('select from group_removal')).toMatchObject({ rows: [] })
  }
})

it(`8 concurrent creates with one external id make one group, ${roundsOf(50)} times`, async () => {
  const client = await server.welcome()
  for (let race = 0; race < roundsOf(50); race += 1) {
    const body = { name: 'Golf', externalGroupId: `crm-${race}` }
    const ids = await Promise.all(Array.from({ length: 8 }, () => client.create('/groups', body)))
    expect(new Set(ids).size).toBe(1)
  }
  const entries = await readJournal(database, client.advisorId)
  expect(entries.map(({ kind }) => kind)).toEqual(Array.from({ length: roundsOf(50) }, () => 'group.created'))
})

it('a conflicting group is not removed before it is read', async () => {
  const { advisorId, create } = await server.welcome()
  const author = { advisorId, actor: { kind: 'system', task: 'test' }, traceId: null } as const
  const input = { name: 'Golf', externalGroupId: 'crm' }
  const id = await create('/groups', input)
  let removing = Promise.resolve()
  const watched = beforeStatement(database, 'group_by_external_id', async () => {
    removing = deleteGroup(database, author, id)
    await sleep(100) // enough to finish if nothing blocked it
  })
  expect(await createGroup(watched, author, { source: 'Partner API', input })).toBe(id)
  await removing
  expect(await createGroup(database, author, { source: 'Partner API', input })).not.toBe(id)
})

/** A database that runs something on another connection right before a statement. */
function beforeStatement(db: Database, name: string, happen: () => Promise<void>): Database {
  const connect = async () => {
    const client = await db.connect()
    const query = async (statement: QueryConfig) => {
      if (statement.name === name) await happen()
      return client.query(statement)
    }
    return new Proxy(client, {
      get: (target, key) => {
        if (key === 'query') return query
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
  }
  return { connect } as unknown as Database
}

it(`a new phone number in 8 concurrent creates is one member, ${roundsOf(100)} times`, async () => {
  const client = await server.welcome()
  for (let race = 0; race < roundsOf(100); race += 1) {
    const phone = `+1202555${1000 + race}`
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => client.create('/contacts', { firstName: 'Ann', phone })),
    )
    expect(new Set(ids).size).toBe(8)
  }
  const { rows } = await database.query<object>(
    'select phone, count(*) from member where advisor_id = $1 group by phone having count(*) = 1',
    [client.advisorId],
  )
  expect(rows).toHaveLength(roundsOf(100))
  const entries = await readJournal(database, client.advisorId)
  const pairs = new Set(entries.map(({ facts }) => JSON.stringify([facts['fields'], facts['memberId']])))
  expect(pairs.size).toBe(roundsOf(100))
})

it('contacts that swap phone numbers concurrently do not deadlock', async () => {
  const client = await server.welcome()
  const ids = await Promise.all(
    ['A', 'B', 'C', 'D'].map(firstName => client.create('/contacts', { firstName })),
  )
  for (let race = 0; race < roundsOf(50); race += 1) {
    const answers = await Promise.all(
      ids.flatMap((id, index) => [
        client.call('PUT', `/contacts/${id}`, { phone: `+1303555${1000 + race * 4 + index}` }),
        client.call('PUT', `/contacts/${id}`, { phone: `+1303555${1000 + race * 4 + ((index + 1) % 4)}` }),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }
})

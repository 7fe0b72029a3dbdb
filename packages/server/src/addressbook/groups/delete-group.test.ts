// A group with too many members to remove in a request: gone at once for everybody, its memberships later.
import type { PoolClient } from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectExactBooks, readJournal } from '../../../test/database/address-book-audit.ts'
import { fillGroup } from '../../../test/people/fill-group.ts'
import { type BookClient, startAddressBook } from '../../../test/servers/address-book.ts'
import type { Database } from '../../platform/db/pool.ts'
import { exportContacts } from '../transfer/export-contacts.ts'
import { removeMembers } from './removal-queries.ts'
import { membersAtOnce, removeMembersOfGroup } from './remove-members-of-group.ts'

const server = await startAddressBook({ connections: 8 })
const { database, owner } = server
let client: BookClient
beforeEach(async () => {
  client = await server.welcome()
})
afterEach(() => expectExactBooks(database))
afterAll(server.close)

const size = 2 * membersAtOnce + 10

interface Row {
  readonly contactId: number
  readonly fullName: string
  readonly groupCount: number
  readonly groupNames: readonly string[]
}

interface Found {
  readonly data: readonly Row[]
  readonly pageInfo: { readonly totalRecord: number; readonly nextCursor?: string }
}

async function found<Result = Found>(path: string): Promise<Result> {
  const answer = await client.call('GET', path)
  expect(answer.status, answer.body).toBe(200)
  return JSON.parse(answer.body) as Result
}

const total = async (query: string): Promise<number> =>
  (await found(`/contacts?pageSize=1&${query}`)).pageInfo.totalRecord

async function remaining(): Promise<number | undefined> {
  const { rows } = await database.query<{ remaining: number }>(
    'select remaining from group_removal where advisor_id = $1',
    [client.advisorId],
  )
  return rows[0]?.remaining
}

async function storedMemberships(groupId: number): Promise<number> {
  const { rows } = await owner.query('select from membership where advisor_id = $1 and group_id = $2', [
    client.advisorId,
    groupId,
  ])
  return rows.length
}

/** Golf with all contacts and B with some of them; Golf is then deleted. */
async function deleteGolf() {
  const golf = await fillGroup(database, client.advisorId, size, { externalId: 'crm-1' })
  const { data } = await found('/contacts?search=member&pageSize=3&sortBy=dateTimeCreated')
  const both = data.map(({ contactId }) => contactId)
  const other = await client.create('/groups', { name: 'B' })
  await client.call('POST', `/groups/${other}/members`, { add: both })
  // Cached by the server before the deletion.
  for (const query of [`groupId=${golf}`, `search=member&groupId=${golf}`]) {
    expect([await total(query), await total(query)]).toEqual([size, size])
  }
  expect(await client.call('DELETE', `/groups/${golf}`)).toMatchObject({ status: 204 })
  return { golf, other, both, first: both[0] ?? 0 }
}

const forever = new AbortController().signal
const work = (groupId: number, { db = database, signal = forever } = {}): Promise<void> =>
  removeMembersOfGroup.handle({ advisorId: client.advisorId, groupId }, { database: db, signal })

/** Stops the job before its next chunk. */
function after(chunks: number): AbortSignal {
  let begun = 0
  const throwIfAborted = (): void => {
    if (begun++ >= chunks) throw new Error('stopped')
  }
  return { throwIfAborted } as AbortSignal
}

describe('a deleted group of any size', () => {
  it('is gone for every reader in the same transaction', async () => {
    const { golf, other, both, first } = await deleteGolf()
    expect(await storedMemberships(golf)).toBe(size)
    const seen = async () => {
      expect(await client.contact(first)).toMatchObject({ groupIds: [other] })
      expect(await found('/groups')).toMatchObject({ data: [{ name: 'B', contactCount: 3 }] })
      expect((await found('/groups?externalGroupId=crm-1')).data).toEqual([])
      for (const query of [`groupId=${golf}`, `search=member&groupId=${golf}`]) {
        expect(await total(query)).toBe(0)
        expect((await found(`/contacts?${query}`)).data).toEqual([])
      }
      expect(await total(`groupId=${other}`)).toBe(3)
      expect(await total('search=member')).toBe(size)
      const { data } = await found('/contacts?sortBy=groupCount&sortDirection=desc&pageSize=4')
      expect(data.map(({ groupCount }) => groupCount)).toEqual([1, 1, 1, 0])
      expect(data.map(({ groupNames }) => groupNames)).toEqual([['B'], ['B'], ['B'], []])
      const author = { advisorId: client.advisorId, actor: { kind: 'advisor' }, traceId: null } as const
      let file = ''
      const write = async (text: string): Promise<void> => void (file += text)
      await exportContacts(database, author, { format: 'jsonl', write })
      expect([...file.matchAll(/"groupIds":\[\d[^\]]*\]/g)].map(String)).toEqual(
        both.map(() => `"groupIds":[${other}]`),
      )
      await expectExactBooks(database)
    }
    await seen()
    await expect(work(golf, { signal: after(1) })).rejects.toThrow('stopped')
    expect(await remaining()).toBe(size - membersAtOnce)
    await seen()
    await work(golf)
    expect([await remaining(), await storedMemberships(golf)]).toEqual([undefined, 0])
    await seen()
  })

  it('is not found by any write, and its name and external id are free', async () => {
    const { golf, other, first } = await deleteGolf()
    const statuses = [
      await client.call('DELETE', `/groups/${golf}`),
      await client.call('PUT', `/groups/${golf}`, { name: 'C' }),
      await client.call('POST', `/groups/${golf}/members`, { add: [first] }),
      await client.call('POST', `/groups/${golf}/members`, { remove: [first] }),
      await client.call('PUT', `/contacts/${first}/groups`, { groupIds: [golf] }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 404, 404, 404, 400])
    const again = await client.create('/groups', { name: 'Golf', externalGroupId: 'crm-1' })
    expect(again).not.toBe(golf)
    await client.call('PUT', `/contacts/${first}/groups`, { isSelectAllGroup: true })
    expect(await client.contact(first)).toMatchObject({ groupIds: [other, again] })
    await work(golf)
    expect(await client.contact(first)).toMatchObject({ groupIds: [other, again] })
    expect(await total(`groupId=${again}`)).toBe(1)
  })

  it('is one journal entry, and later entries do not name it', async () => {
    const { golf, other } = await deleteGolf()
    const { data } = await found('/contacts?search=member&pageSize=1&sortDirection=desc')
    const joined = data[0]?.contactId ?? 0
    await client.call('POST', `/groups/${other}/members`, { add: [joined] })
    await client.call('PUT', `/contacts/${joined}/groups`, { groupIds: [] })
    await work(golf)
    const entries = await readJournal(database, client.advisorId)
    expect(entries.filter(({ subject }) => subject.id === golf)).toMatchObject([
      { kind: 'group.deleted', facts: { name: 'Golf', externalGroupId: 'crm-1', contactCount: size } },
    ])
    expect(entries.filter(({ subject }) => subject.id === joined)).toMatchObject([
      { facts: { groupIds: [other], joined: [other], left: [] } },
      { facts: { groupIds: [], joined: [], left: [other] } },
    ])
  })

  it('reports its contacts as modified once they are removed from it', async () => {
    const { golf, both, first } = await deleteGolf()
    const before = String((await client.contact(first))['dateTimeModified'])
    // Cached, until the first chunk.
    const modified = () => total(`modifiedSince=${before}`)
    expect([await modified(), await modified()]).toEqual([both.length, both.length])
    await expect(work(golf, { signal: after(1) })).rejects.toThrow('stopped')
    expect(await modified()).toBe(membersAtOnce)
    await work(golf)
    expect(await modified()).toBe(size)
    expect((await client.contact(first))['dateTimeModified']).not.toBe(before)
  })

  it('leaves out nobody and repeats nobody in a list by group count that is read meanwhile', async () => {
    const { golf } = await deleteGolf()
    const pages: Row[][] = []
    let next: string | undefined
    do {
      const cursor = next ? `&after=${next}` : ''
      const { data, pageInfo } = await found(`/contacts?sortBy=groupCount&pageSize=100${cursor}`)
      pages.push([...data])
      expect(pageInfo.totalRecord).toBe(size)
      next = pageInfo.nextCursor
      if (pages.length % 2 === 0) await work(golf, { signal: after(1) }).catch(() => {})
    } while (next)
    expect(await remaining()).toBeUndefined()
    const rows = pages.flat()
    expect(new Set(rows.map(({ contactId }) => contactId)).size).toBe(size)
    const counts = rows.map(({ groupCount }) => groupCount)
    expect(counts).toEqual(counts.toSorted((one, other) => one - other))
    const { data } = await found('/contacts?sortBy=groupCount&pageSize=10&page=2')
    expect(data.map(({ contactId }) => contactId)).toEqual(
      rows.slice(10, 20).map(({ contactId }) => contactId),
    )
  })
})

describe('removing the members', () => {
  it('resumes after its connection is lost before any statement', async () => {
    const { golf } = await deleteGolf()
    for (let at = 1; ; at += 1) {
      const lost = await work(golf, { db: lostBefore(at) }).then(
        () => false,
        () => true,
      )
      await expectExactBooks(database)
      if (!lost) break
    }
    expect([await remaining(), await storedMemberships(golf)]).toEqual([undefined, 0])
  })

  it('does not wait for a locked contact, and removes it when it is free', async () => {
    const { golf, first } = await deleteGolf()
    const holder = await owner.connect()
    let working = Promise.resolve()
    try {
      await holder.query('begin')
      await holder.query('select from contact where id = $1 for no key update', [first])
      working = work(golf)
      await expect.poll(remaining).toBe(1)
      await holder.query('rollback')
    } finally {
      holder.release()
    }
    await working
    expect([await remaining(), await storedMemberships(golf)]).toEqual([undefined, 0])
  })

  it('counts contacts that are deleted meanwhile', async () => {
    const { golf, other, both } = await deleteGolf()
    for (const contact of both) await client.call('DELETE', `/contacts/${contact}`)
    expect(await remaining()).toBe(size - both.length)
    await expectExactBooks(database)
    const deleted = (await readJournal(database, client.advisorId)).filter(
      ({ kind }) => kind === 'contact.deleted',
    )
    expect(deleted.map(({ facts }) => facts['groupIds'])).toEqual(both.map(() => [other]))
    await work(golf)
    expect(await total('search=member')).toBe(size - both.length)
  })

  it('reads no more than a chunk at a time, whatever the planner expects', async () => {
    const { advisorId } = client
    const groupId = await fillGroup(database, advisorId, size)
    let text = ''
    const db = {
      query: async (query: { readonly text: string }) => {
        text = query.text
        return { rows: [] }
      },
    }
    const parameters: Parameters<typeof removeMembers>[1] = [advisorId, groupId, 0, 20]
    await removeMembers(db as never, parameters)
    const connection = await database.connect()
    try {
      await connection.query('begin')
      // As for a group that has just been imported: the planner expects one member.
      const { rows } = await connection.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, timing off, costs off) ${text}`,
        parameters,
      )
      await connection.query('rollback')
      const plan = rows.map(row => row['QUERY PLAN']).join('\n')
      expect(plan).not.toMatch(/Seq Scan|Rows Removed/)
      const read = [...plan.matchAll(/rows=(\d+)(?:\.\d+)? loops=(\d+)/g)].map(
        ([, each, loops]) => Number(each) * Number(loops),
      )
      expect(Math.max(...read)).toBe(20)
    } finally {
      connection.release()
    }
  })

  it('may run twice at the same time', async () => {
    const { golf } = await deleteGolf()
    await Promise.all([work(golf), work(golf), work(golf)])
    await work(golf)
    expect([await remaining(), await storedMemberships(golf)]).toEqual([undefined, 0])
  })

  it('is queued again after its last attempt', async () => {
    const { golf } = await deleteGolf()
    const jobs = async () =>
      (await owner.query(`select from graphile_worker._private_jobs where payload->>'groupId' = $1`, [golf]))
        .rows.length
    expect(await jobs()).toBe(1)
    const payload = { advisorId: client.advisorId, groupId: golf }
    await removeMembersOfGroup.giveUp?.(payload, database as never)
    expect(await jobs()).toBe(2)
    await work(golf)
  })
})

/** Ends the connection before the nth statement of the job. */
function lostBefore(nth: number): Database {
  let sent = 0
  const connect = async (): Promise<PoolClient> => {
    const connection = await database.connect()
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
    const query = async (...statement: Parameters<PoolClient['query']>): Promise<unknown> => {
      sent += 1
      if (sent === nth) await owner.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
      return connection.query(...statement)
    }
    return new Proxy(connection, {
      get: (target, key) => {
        if (key === 'query') return query
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
  }
  return { connect } as unknown as Database
}

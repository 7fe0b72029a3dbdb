// What is looked up by a number costs the same for each number, also with plans made when a book was almost empty: an import fills
// it within seconds, and plans are made again only when the tables are next analysed.
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createMembers, createSender } from '../../../test/carriers/texting.ts'
import { createTestDatabase } from '../../../test/database/database.ts'
import { watchPlans } from '../../../test/database/watched-plans.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { withoutIdempotency } from '../../platform/idempotency/idempotency.ts'
import { findPeople } from '../people.ts'
import { acceptRequests } from './accept-sends.ts'

const recipients = 100
const most = { rows: recipients * 40, pages: recipients * 100 }
const book = 20_000
/** PostgreSQL keeps a plan after five executions. */
const rehearsals = 7

type Means = Awaited<ReturnType<typeof createMeans>>

// With the statistics of a single contact, or of one for each advisor, any index of the contacts may be taken.
describe.each([0, 50, 500])('with plans made when there were %i people', few => {
  let means: Means
  beforeAll(async () => {
    means = await prepare(few, async ({ send }, round) => {
      await send(numbers(1, 0))
      await send([`+1500000000${round}`])
    })
  })
  afterAll(() => means.end())

  it('a send to people of a large book looks each of them up', async () => {
    await means.send(numbers(recipients, 10_000))
    expect(means.watched.count()).toBeGreaterThan(3)
    expect(means.watched.dearerThan(most)).toEqual([])
  })

  it('so does a send to new people', async () => {
    means.watched.forget()
    await means.send(Array.from({ length: recipients }, (_, index) => `+1${4_000_000_000 + index}`))
    expect(means.watched.dearerThan(most)).toEqual([])
  })

  it('a book that was just deleted costs nothing, though a backup still sees it', async () => {
    const { advisorId, database, ownerUrl, watched, send } = means
    const backup = new Client(ownerUrl)
    await backup.connect()
    onTestFinished(() => backup.end())
    await backup.query('begin isolation level repeatable read')
    await backup.query('select count(*) from contact')
    await database.query('delete from contact where advisor_id = $1 and phone > $2', [
      advisorId,
      numbers(1, 15_000)[0],
    ])
    watched.forget()
    await send(numbers(recipients, 15_500))
    await send(numbers(recipients, 14_950))
    expect(watched.dearerThan(most)).toEqual([])
  })
})

describe.each([0, 50, 500])('with plans made when there were %i people, their names', few => {
  it('are looked up one by one', async () => {
    const namesOf = ({ watched, advisorId }: Means) =>
      findPeople(watched.database, advisorId, numbers(recipients, 0))
    const means = await prepare(few, async prepared => void (await namesOf(prepared)))
    onTestFinished(means.end)
    const personOf = await namesOf(means)
    expect(numbers(recipients, 0).flatMap(personOf)).toHaveLength(recipients)
    expect(means.watched.dearerThan(most)).toEqual([])
  })
})

/** A book that grows after its statements were rehearsed. */
async function prepare(
  few: number,
  rehearse: (means: Means, round: number) => Promise<void>,
): Promise<Means> {
  const means = await createMeans(few)
  for (let round = 0; round < rehearsals; round += 1) await rehearse(means, round)
  await means.addPeople(book)
  means.watched.forget()
  return means
}

async function createMeans(few: number) {
  const { database, owner, url, ownerUrl, drop } = await createTestDatabase()
  const sender = await createSender(database)
  const { advisorId } = sender
  const addPeople = async (count: number): Promise<void> => {
    await createMembers(database, sender, count)
    await database.query(
      `insert into contact (advisor_id, source, email_status, first_name, phone)
       select advisor_id, 0, 0, 'Someone', phone from member where advisor_id = $1
       except select advisor_id, 0, 0, 'Someone', phone from contact where advisor_id = $1`,
      [advisorId],
    )
  }
  await addPeople(few)
  await owner.query('analyze')
  const watched = await watchPlans(url, ownerUrl)
  const send = async (phones: readonly string[]): Promise<void> => {
    const author = { advisorId, actor: { kind: 'advisor' }, traceId: null } as const
    const request = { send: { author, phones, text: 'Good morning' }, idempotency: withoutIdempotency }
    await inTransaction(watched.database, tx => acceptRequests(tx, [request]))
  }
  const end = async (): Promise<void> => {
    await watched.database.end()
    await drop()
  }
  return { advisorId, database, ownerUrl, watched, addPeople, send, end }
}

/** Numbers of members, from the one at this place. */
const numbers = (count: number, from: number): string[] =>
  Array.from({ length: count }, (_, index) => `+1${3_000_000_001 + from + index}`)

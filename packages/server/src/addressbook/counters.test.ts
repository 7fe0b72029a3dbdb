// Counters and journal against the tables, after independent concurrent writers. The full run:
// PARLEY_TEST_OPERATIONS=100000 npx vitest run packages/server/src/addressbook/counters.test.ts
import { afterAll, expect, it } from 'vitest'
import { expectExactBooks, readJournal, replay } from '../../test/database/address-book-audit.ts'
import { type BookClient, startAddressBook } from '../../test/servers/address-book.ts'
import { fieldNames, noFields } from './contacts/contact-fields.ts'
import { getContact } from './contacts/get-contact.ts'

const operations = Number(process.env['PARLEY_TEST_OPERATIONS'] ?? 3_000)
const writers = 8
const server = await startAddressBook({ connections: writers })
const { database } = server
afterAll(server.close)

/** Reproducible random numbers (mulberry32). */
function createSeededRandom(seed: number): (sides: number) => number {
  let state = seed
  return sides => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) % sides
  }
}

/** Ids shared by the writers; some are of rows already deleted. */
interface Known {
  readonly client: BookClient
  readonly contacts: number[]
  readonly groups: number[]
}

const seed = Number(process.env['PARLEY_TEST_SEED'] ?? Date.now() % 1_000_000_000)

it(`counters hold after ${operations} random operations from ${writers} writers (seed ${seed})`, {
  timeout: 80_000 + operations * 10,
}, async () => {
  const books = await Promise.all(
    [1, 2].map(async (): Promise<Known> => ({ client: await server.welcome(), contacts: [], groups: [] })),
  )
  const statuses = new Map<string, number>()
  let left = operations
  const write = async (writer: number): Promise<void> => {
    const dice = createSeededRandom(seed + writer)
    while (left-- > 0) {
      const book = books[dice(2)]
      if (!book) return
      const [name, answer] = await actAtRandom(book, dice)
      const key = `${name} ${answer.status}`
      statuses.set(key, (statuses.get(key) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))

  const unexpected = [...statuses.keys()].filter(key => !/ (200|204|400|404)$/.test(key))
  expect(unexpected).toEqual([])
  expect([...statuses.keys()]).toEqual(
    expect.arrayContaining([
      'create 200',
      'update 200',
      'remove 204',
      'replace 200',
      'replace 400',
      'ungroup 204',
    ]),
  )
  await expectExactBooks(database)
  for (const { client } of books)
    expect(await rebuilt(client.advisorId)).toEqual(await stored(client.advisorId))
})

async function actAtRandom(
  { client, contacts, groups }: Known,
  dice: (sides: number) => number,
): Promise<[name: string, answer: { readonly status: number; readonly body: string }]> {
  // Keeps both few, so that the same rows are written all the time.
  if (groups.length > 10) return ['ungroup', await client.call('DELETE', `/groups/${groups.shift()}`)]
  if (contacts.length > 40) return ['remove', await client.call('DELETE', `/contacts/${contacts.shift()}`)]
  const phone = `+1202555${1000 + dice(40)}`
  const contact = contacts[dice(contacts.length)] ?? 2
  const roll = dice(100)
  if (roll < 20 || contacts.length === 0) {
    const answer = await client.call('POST', '/contacts', {
      firstName: `N${dice(9)}`,
      ...(dice(2) && { phone }),
    })
    remember(contacts, answer)
    return ['create', answer]
  }
  if (roll < 35) {
    const body = { city: dice(3) ? `C${dice(5)}` : null, phone: dice(3) ? phone : null }
    return ['update', await client.call('PUT', `/contacts/${contact}`, body)]
  }
  if (roll < 50) return ['remove', await client.call('DELETE', `/contacts/${contact}`)]
  if (roll < 60 || groups.length === 0) {
    const body = { name: `G${dice(9)}`, ...(dice(2) && { externalGroupId: `crm-${dice(4)}` }) }
    const answer = await client.call('POST', '/groups', body)
    remember(groups, answer)
    return ['group', answer]
  }
  if (roll < 66)
    return ['ungroup', await client.call('DELETE', `/groups/${groups[dice(groups.length)] ?? 2}`)]
  const groupIds = groups.filter(() => dice(4) === 0)
  const body = dice(5) ? { groupIds } : { isSelectAllGroup: true }
  return ['replace', await client.call('PUT', `/contacts/${contact}/groups`, body)]
}

function remember(ids: number[], { status, body }: { status: number; body: string }): void {
  if (status === 200) ids.push((JSON.parse(body) as { id: number }).id)
}

async function rebuilt(advisorId: number) {
  const { contacts, groups } = replay(await readJournal(database, advisorId))
  const whole = Object.entries(contacts).map(([id, { fields, groupIds }]) => [
    id,
    { fields: { ...noFields, ...fields }, groupIds },
  ])
  return { contacts: Object.fromEntries(whole) as object, groups }
}

async function stored(advisorId: number) {
  const { rows: contactIds } = await database.query<{ id: number }>(
    'select id from contact where advisor_id = $1',
    [advisorId],
  )
  const { rows: groups } = await database.query<{ id: number; name: string }>(
    'select id, name from contact_group where advisor_id = $1',
    [advisorId],
  )
  const contacts: Record<number, object> = {}
  for (const { id } of contactIds) {
    const contact = await getContact(database, advisorId, id)
    const fields = Object.fromEntries(fieldNames.map(name => [name, contact[name]]))
    contacts[id] = { fields, groupIds: contact.groupIds }
  }
  return { contacts, groups: Object.fromEntries(groups.map(({ id, name }) => [id, name])) as object }
}

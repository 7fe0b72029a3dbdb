// Search values for the bench, sampled from the books themselves.

import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import { createSeededRandom } from '../../packages/server/src/platform/random/seeded-random.ts'

export interface SampledContact {
  readonly id: number
  readonly email: string | null
  readonly phone: string | null
}

export interface Book {
  readonly name: 'big' | 'ordinary'
  readonly advisorId: number
  readonly identifier: string
  readonly contactCount: number
  readonly contacts: readonly SampledContact[]
  readonly groups: {
    readonly largest: number
    /** A twentieth of the book. */
    readonly middle: number
    /** Too large to sort quickly, too small to be found soon by walking the book. */
    readonly awkward: number | undefined
    readonly small: readonly number[]
  }
}

const sampleSize = 400

export async function sampleBook(database: Database, name: Book['name'], identifier: string): Promise<Book> {
  const { rows } = await database.query<{ id: number; contact_count: number; first: number; last: number }>(
    `select advisor.id, contact_count,
       (select min(contact.id) from contact where advisor_id = advisor.id) as first,
       (select max(contact.id) from contact where advisor_id = advisor.id) as last
     from advisor join address_book on advisor_id = advisor.id where identifier = $1`,
    [identifier],
  )
  const [advisor] = rows
  if (!advisor) throw new Error(`Advisor ${identifier} has no address book`)
  const random = createSeededRandom(7)
  const span = Math.max(1, Math.floor((advisor.last - advisor.first) / 1024))
  const probes = Array.from({ length: sampleSize }, () => advisor.first + 1024 * random(span))
  const { rows: contacts } = await database.query<SampledContact>(
    `select found.* from unnest($2::bigint[]) as probe cross join lateral (
       select id, email_address as email, phone from contact
       where advisor_id = $1 and id >= probe order by id limit 1
     ) as found`,
    [advisor.id, probes],
  )
  return {
    name,
    advisorId: advisor.id,
    identifier,
    contactCount: advisor.contact_count,
    contacts,
    groups: await sampleGroups(database, advisor.id, advisor.contact_count),
  }
}

async function sampleGroups(
  database: Database,
  advisorId: number,
  contactCount: number,
): Promise<Book['groups']> {
  const { rows } = await database.query<{ id: number; size: number }>(
    'select id, contact_count as size from contact_group where advisor_id = $1 order by contact_count desc, id',
    [advisorId],
  )
  const [largest, ...others] = rows
  const middle = others.find(({ size }) => size <= contactCount / 19)
  const awkward = others.find(({ size }) => size > 100 && size <= contactCount / 180)
  const small = rows.filter(({ size }) => size > 0 && size <= 30)
  if (!largest || !middle || small.length === 0) throw new Error('The book has too few groups')
  return { largest: largest.id, middle: middle.id, awkward: awkward?.id, small: small.map(({ id }) => id) }
}

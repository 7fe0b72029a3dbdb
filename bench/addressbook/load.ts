import { importContent } from '../../packages/server/src/content/index.ts'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import { createSeededRandom } from '../../packages/server/src/platform/random/seeded-random.ts'
import { describeSchema, putBack, takeOff } from './bare-tables.ts'
import { type Copy, copyInto } from './copy-into.ts'
import { householdPlace, inventContact } from './invent-contact.ts'
import { inventContent } from './invent-content.ts'
import { groupTopics } from './names.ts'
import { bookSizes, groupsOf, idAt, isIn, runsOf, type Shape } from './shape.ts'

const firmCount = 100
const bareTables = ['contact', 'member', 'membership', 'contact_group']
const contactColumns =
  'advisor_id id identifier source first_name last_name email_address nickname birth_date phone client_anniversary gender marital_status address1 city state postal_code email_status group_count created_at modified_at'.split(
    ' ',
  )

interface Loading {
  readonly owner: Database
  readonly ownerUrl: string
  readonly shape: Shape
  readonly tell: (what: string) => void
}

/**
 * Fills an empty, migrated database, without journal entries: no measured search or write reads
 * them.
 */
export async function load({ owner, ownerUrl, shape, tell }: Loading): Promise<void> {
  const before = await describeSchema(owner)
  const advisorIds = await addAdvisors(owner, shape)
  const taken = await takeOff(owner, bareTables)
  // They would keep all rows of a copy in memory.
  await owner.query('alter table contact disable trigger user')
  const copied = await copyBooks(ownerUrl, shape, advisorIds)
  await owner.query('alter table contact enable trigger user')
  // Sequences continue after the loaded rows.
  for (const [sequence, count] of Object.entries(copied)) {
    await owner.query('select setval($1::regclass, $2)', [sequence, idAt(count - 1)])
  }
  tell('copied')
  await owner.query(`insert into address_book (advisor_id, contact_count, group_count)
    select advisor_id, sum(contacts), sum(groups)
    from (
      select advisor_id, count(*) as contacts, 0 as groups from contact group by 1
      union all
      select advisor_id, 0, count(*) from contact_group group by 1
    ) as counted group by 1`)
  await putBack(owner, taken, tell)
  const { added } = await importContent(owner, { items: inventContent(shape.contentItems) })
  tell(`${added} content items`)
  await owner.query('vacuum (analyze)')
  tell('vacuumed and analysed')
  if ((await describeSchema(owner)) !== before) {
    throw new Error('The schema after the load differs from the migrated one')
  }
}

async function addAdvisors(owner: Database, { advisors }: Shape): Promise<number[]> {
  await owner.query(`insert into firm (name) select 'Firm ' || n from generate_series(1, $1) as n`, [
    firmCount,
  ])
  const { rows } = await owner.query<{ id: number }>(
    `insert into advisor (firm_id, identifier, name, email, time_zone)
     select firms.ids[1 + n % cardinality(firms.ids)], 'advisor-' || n, 'Advisor ' || n,
       'advisor-' || n || '@firm.test', 'America/New_York'
     from generate_series(0, $1 - 1) as n cross join (select array_agg(id order by id) as ids from firm) as firms
     order by n returning id`,
    [advisors],
  )
  return rows.map(({ id }) => id)
}

async function copyBooks(url: string, shape: Shape, advisorIds: readonly number[]) {
  const contact = copyInto(url, 'contact', contactColumns)
  const member = copyInto(url, 'member', ['advisor_id', 'id', 'phone'])
  const membership = copyInto(url, 'membership', ['advisor_id', 'contact_id', 'group_id'])
  const group = copyInto(url, 'contact_group', ['advisor_id', 'id', 'name', 'source', 'contact_count'])
  const copies = [contact, member, membership, group]
  const sizes = bookSizes(shape)
  const groups = planGroups(sizes, advisorIds, group)
  const groupCount = groups.reduce((sum, { length }) => sum + length, 0)
  const clock = createClock(shape.contacts)
  let contacts = 0
  let members = 0
  for (const { advisor, from, to } of runsOf(sizes)) {
    const advisorId = advisorIds[advisor] ?? 0
    const size = sizes[advisor] ?? 0
    for (let place = from; place < to; place += 1) {
      const id = idAt(contacts)
      let joined = 0
      for (const planned of groups[advisor] ?? []) {
        if (!isIn(planned, place, size)) continue
        joined += 1
        membership.add(`${advisorId}\t${id}\t${planned.id}`)
      }
      const invented = inventContact(advisor, place)
      const isMember = invented.phone !== null && isFirstOfHousehold(advisor, place)
      if (isMember) member.add(`${advisorId}\t${idAt(members++)}\t${invented.phone}`)
      const { uuid, createdAt, modifiedAt } = clock(contacts)
      const { firstName, lastName, emailAddress, nickname, birthDate, phone, clientAnniversary } = invented
      const values = [
        advisorId,
        id,
        uuid,
        place % 7 === 0 ? 4 : (place % 3) + 1,
        firstName,
        lastName,
        emailAddress,
        nickname,
        birthDate,
        phone,
        clientAnniversary,
        invented.gender,
        invented.maritalStatus,
        invented.address1,
        invented.city,
        invented.state,
        invented.postalCode,
        emailAddress === null ? 0 : emailStatusAt(place),
        joined,
        createdAt,
        modifiedAt,
      ]
      contact.add(values.map(value => value ?? '\\N').join('\t'))
      contacts += 1
    }
    for (const copy of copies) await copy.keepUp()
  }
  await Promise.all(copies.map(copy => copy.finish()))
  return { contact_id: contacts, member_id: members, contact_group_id: groupCount }
}

/** One in thirty e-mail addresses is unsubscribed and one bounced. */
const emailStatusAt = (place: number): number => [2, 3][place % 30] ?? 1

function planGroups(sizes: readonly number[], advisorIds: readonly number[], copy: Copy) {
  let count = 0
  return sizes.map((bookSize, advisor) =>
    groupsOf(bookSize, advisor === 0).map((group, index) => {
      const id = idAt(count++)
      const name = `${groupTopics[index % groupTopics.length]} ${Math.floor(index / groupTopics.length) + 1}`
      copy.add(`${advisorIds[advisor]}\t${id}\t${name}\t0\t${group.size}`)
      return { ...group, id }
    }),
  )
}

/** The second contact of a household shares its member, unless the first has no phone. */
function isFirstOfHousehold(advisor: number, place: number): boolean {
  const first = householdPlace(place)
  return first === place || inventContact(advisor, first).phone === null
}

/** Contacts were created one by one over seven years; four of ten were changed since. */
function createClock(contacts: number) {
  const beginMs = Date.UTC(2019, 0, 1)
  const endMs = Date.UTC(2026, 0, 1)
  const random = createSeededRandom(contacts)
  const hex = (sides: number, digits: number): string => random(sides).toString(16).padStart(digits, '0')
  return (index: number) => {
    const createdMs = beginMs + Math.floor(((endMs - beginMs) * index) / contacts)
    const modifiedMs =
      random(10) < 4 ? createdMs + Math.floor((endMs - createdMs) * (random(1_000) / 1_000)) : createdMs
    const time = createdMs.toString(16).padStart(12, '0')
    const tail = `7${hex(0x1000, 3)}-8${hex(0x1000, 3)}-${hex(0x1000000, 6)}${hex(0x1000000, 6)}`
    return {
      uuid: `${time.slice(0, 8)}-${time.slice(8)}-${tail}`,
      createdAt: new Date(createdMs).toISOString(),
      modifiedAt: new Date(modifiedMs).toISOString(),
    }
  }
}

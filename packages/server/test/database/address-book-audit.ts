// Invariants of every address book, checked independently of the code that maintains them.
import { expect } from 'vitest'
import type { Database } from '../../src/platform/db/pool.ts'
import { commitmentTo } from './commitment-to.ts'

/** No counter differs from a recount, and no row lacks what it belongs to. */
export async function expectExactBooks(database: Database): Promise<void> {
  const { rows } = await database.query<object>(`
    select 'contact.group_count' as mistake, contact.id, group_count::bigint as kept, counted.count
    from contact cross join lateral (
      select count(*) from membership where advisor_id = contact.advisor_id and contact_id = contact.id
    ) as counted where group_count <> counted.count
    union all
    select 'contact_group.contact_count', contact_group.id, contact_count, counted.count
    from contact_group cross join lateral (
      select count(*) from membership where advisor_id = contact_group.advisor_id and group_id = contact_group.id
    ) as counted where contact_count <> counted.count
    union all
    select 'address_book.contact_count', advisor.id, contact_count, counted.count
    from advisor left join address_book on advisor_id = advisor.id cross join lateral (
      select count(*) from contact where contact.advisor_id = advisor.id
    ) as counted where coalesce(contact_count, 0) <> counted.count
    union all
    select 'address_book.group_count', advisor.id, group_count, counted.count
    from advisor left join address_book on advisor_id = advisor.id cross join lateral (
      select count(*) from contact_group where contact_group.advisor_id = advisor.id
    ) as counted where coalesce(group_count, 0) <> counted.count
    union all
    select 'membership without contact or group', contact_id, group_id, null from membership
    where not exists (select from contact where advisor_id = membership.advisor_id and id = contact_id)
      or not exists (
        select from contact_group where advisor_id = membership.advisor_id and id = group_id
        union all
        select from group_removal
        where group_removal.advisor_id = membership.advisor_id and group_removal.group_id = membership.group_id
      )
    union all
    select 'group_removal.remaining', group_removal.group_id, remaining, counted.count
    from group_removal cross join lateral (
      select count(*) from membership
      where advisor_id = group_removal.advisor_id and group_id = group_removal.group_id
    ) as counted where remaining <> counted.count
    union all
    select 'removal of a group that exists', group_id, null, null from group_removal
    where exists (select from contact_group where advisor_id = group_removal.advisor_id and id = group_id)
    union all
    select 'contact without member', id, null, null from contact
    where phone is not null and not exists (
      select from member where member.advisor_id = contact.advisor_id and member.phone = contact.phone
    )`)
  expect(rows).toEqual([])
}

export interface JournalEntry {
  readonly kind: string
  readonly advisorId: number
  readonly at: string
  readonly actor: object
  readonly traceId: string | null
  readonly subject: { readonly kind: string; readonly id: number }
  readonly facts: Readonly<Record<string, unknown>>
}

interface JournalRow {
  readonly advisor_id: number
  readonly occurred_at: Date
  readonly kind: string
  readonly subject_id: number
  readonly head: Buffer
  readonly facts: Buffer
  readonly salts: Buffer
  readonly digest: Buffer
}

/** The advisor's entries in write order. Throws if one does not match its digest or its columns, or is not canonical. */
export async function readJournal(database: Database, advisorId: number): Promise<JournalEntry[]> {
  const { rows } = await database.query<JournalRow>(
    'select advisor_id, occurred_at, kind, subject_id, head, facts, salts, digest from journal where advisor_id = $1 order by id',
    [advisorId],
  )
  return rows.map(({ head, facts, salts, digest, ...columns }) => {
    const entry = { ...parsed(head), facts: parsed(facts) } as unknown as JournalEntry
    if (!commitmentTo({ head, facts, salts }).equals(digest)) {
      throw new Error(`digest of ${entry.kind} ${entry.subject.id}`)
    }
    const told = [entry.advisorId, entry.at, entry.kind, entry.subject.id]
    const { advisor_id, occurred_at, kind, subject_id } = columns
    const kept = [advisor_id, occurred_at.toISOString(), kind, subject_id]
    if (JSON.stringify(told) !== JSON.stringify(kept)) throw new Error(`columns of ${entry.kind}`)
    return entry
  })
}

function parsed(bytes: Buffer): Record<string, unknown> {
  const text = bytes.toString()
  const value = JSON.parse(text) as Record<string, unknown>
  if (JSON.stringify(sorted(value)) !== text) throw new Error(`not canonical: ${text}`)
  return value
}

/** Sorts keys. Sufficient for keys that do not look like numbers. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  )
}

interface Book {
  /** Fields and groups, by contact id. */
  readonly contacts: Record<number, { fields: Record<string, unknown>; groupIds: number[] }>
  readonly groups: Record<number, string>
}

/** The address book as it follows from the journal alone. */
export function replay(entries: readonly JournalEntry[]): Book {
  const book: Book = { contacts: {}, groups: {} }
  const contactOf = (id: number) => book.contacts[id] ?? { fields: {}, groupIds: [] }
  for (const { kind, subject, facts } of entries) {
    const { id } = subject
    const contact = contactOf(id)
    if (kind === 'contact.created') {
      book.contacts[id] = { fields: { ...(facts['fields'] as object) }, groupIds: [] }
    } else if (kind === 'contact.changed') Object.assign(contact.fields, facts['after'])
    else if (kind === 'contact.groups_replaced') contact.groupIds = facts['groupIds'] as number[]
    else if (kind === 'contact.deleted') delete book.contacts[id]
    else if (kind === 'group.created') book.groups[id] = String(facts['name'])
    else if (kind === 'group.renamed') book.groups[id] = String(facts['after'])
    else if (kind === 'group.deleted') {
      delete book.groups[id]
      for (const one of Object.values(book.contacts))
        one.groupIds = one.groupIds.filter(other => other !== id)
    } else if (kind !== 'contacts.exported') throw new Error(`unknown kind ${kind}`)
  }
  return book
}

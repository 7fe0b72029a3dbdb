import type { Database } from '../../src/platform/db/pool.ts'

/** A group with so many new contacts, called Member and a number, and no journal entries. Returns its id. */
export async function fillGroup(
  database: Database,
  advisorId: number,
  size: number,
  { name = 'Golf', externalId = null as string | null } = {},
): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    `with made as (
       insert into contact_group (advisor_id, name, external_id, source, contact_count)
       values ($1, $3, $4, 1, $2) returning id
     ), people as (
       insert into contact (advisor_id, source, email_status, first_name, group_count)
       select $1, 1, 0, 'Member ' || n, 1 from generate_series(1, $2::integer) as n returning id
     ), joined as (
       insert into membership (advisor_id, contact_id, group_id) select $1, people.id, made.id from people, made
     ), counted as (
       insert into address_book (advisor_id, contact_count, group_count, revision) values ($1, $2, 1, 1)
       on conflict (advisor_id) do update set
         contact_count = address_book.contact_count + $2, group_count = address_book.group_count + 1,
         revision = address_book.revision + 1
     )
     select id from made`,
    [advisorId, size, name, externalId],
  )
  const [group] = rows
  if (!group) throw new Error('the group was not inserted')
  return group.id
}

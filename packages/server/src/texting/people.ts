import type { Queryable } from '../platform/db/pool.ts'
import { statement } from '../platform/db/statement.ts'

/** A contact with a number. */
export interface Person {
  readonly contactId: number
  readonly fullName: string
}

/** SQL for the contacts of advisor $1 that have this number. Several may share it; returns as many as are shown. */
export const peopleWith = (phone: string): string => `(
  select coalesce(json_agg(json_build_object('contactId', id, 'fullName', full_name) order by id), '[]')
  from (
    select id, full_name from (
      -- In the order of contact_by_phone, so that no plan reads the book by another index.
      select id, full_name from contact
      where contact.advisor_id = $1 and contact.phone >= ${phone} and contact.phone <= ${phone} order by contact.phone
    ) as having_it order by id limit 5
  ) as sharing
)`

const peopleByPhone = statement<
  { readonly phone: string; readonly people: readonly Person[] },
  [advisorId: number, phones: readonly string[]]
>(
  'people_by_phone',
  `select wanted.phone, ${peopleWith('wanted.phone')} as people from unnest($2::text[]) as wanted (phone)`,
)

/** The contacts with these numbers. */
export async function findPeople(
  db: Queryable,
  advisorId: number,
  phones: readonly string[],
): Promise<(phone: string) => readonly Person[]> {
  const rows = await peopleByPhone(db, [advisorId, [...new Set(phones)]])
  const byPhone = new Map(rows.map(({ phone, people }) => [phone, people]))
  return phone => byPhone.get(phone) ?? []
}

import type { Queryable } from './pool.ts'

type Statement<Row, Values> = (db: Queryable, values: Values) => Promise<Row[]>

const texts = new Map<string, string>()

/**
 * One SQL statement, prepared under its name on first use of each connection:
 *
 *     export const contactById = statement<ContactRow, [advisorId: number, contactId: number]>(
 *       'contact_by_id',
 *       `select … from contact where advisor_id = $1 and id = $2`,
 *     )
 *     const [contact] = await contactById(db, [advisorId, contactId])
 */
export function statement<Row extends object, Values extends readonly unknown[] = []>(
  name: string,
  text: string,
): Statement<Row, Values> {
  // PostgreSQL truncates longer names silently, and two names with the same prefix would run the same statement.
  if (Buffer.byteLength(name) > 63) throw new Error(`The statement name ${name} is longer than 63 bytes`)
  // The second of two statements with one name would fail, or run as the first, depending on the connection.
  if ((texts.get(name) ?? text) !== text) throw new Error(`Two statements have the name ${name}`)
  texts.set(name, text)
  return async (db, values) => {
    const { rows } = await db.query<Row>({ name, text, values: [...values] })
    return rows
  }
}

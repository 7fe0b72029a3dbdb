import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import type { ChangedBy } from '../people/apply-advisor-changes.ts'
import { commonPasswordMistake } from '../people/common-password-mistake.ts'
import { hashPassword } from '../people/passwords.ts'
import { refuseDuplicate } from '../people/refuse-duplicate.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { passwordMistake } from '../people/rules.ts'
import { type PersonRow, personById } from '../person/queries.ts'
import type { PersonRecord } from '../person/records.ts'
import { applyPersonChanges } from './apply-person-changes.ts'

interface PersonChanges {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly password?: string | undefined
  readonly active?: boolean | undefined
}

/**
 * A new password signs the person out everywhere, and so does deactivating: activating restores no session. For an advisor it is a
 * change of the advisor, whose applications and queued texts stop as well.
 */
export async function changePerson(
  database: Database,
  personId: number,
  { name, email, password, active }: PersonChanges,
  by: ChangedBy = { actor: journal.setup },
): Promise<PersonRecord> {
  const before = found(await personById(database, [personId]), personId)
  refuseMistakes({ password: password === undefined ? undefined : passwordMistake(password) })
  if (password !== undefined) {
    const words = [before.identifier ?? undefined, before.name, before.email, before.firmName]
    refuseMistakes({ password: await commonPasswordMistake(password, words) })
  }
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const values = { name, email, passwordHash, active }
  const changing = inTransaction(database, tx => applyPersonChanges(tx, personId, values, by))
  return refuseDuplicate(changing, {
    advisor_email_is_unique: `The e-mail address ${email} belongs to an advisor.`,
    person_email_is_unique: `The e-mail address ${email} belongs to another person.`,
  })
}

function found([person]: readonly PersonRow[], personId: number): PersonRow {
  if (!person) throw new Problem('not_found', `There is no person with the id ${personId}.`)
  return person
}

import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { applyAdvisorChanges, type ChangedBy } from './apply-advisor-changes.ts'
import { commonPasswordMistake } from './common-password-mistake.ts'
import { hashPassword } from './passwords.ts'
import { type AdvisorRow, advisorById, lockFirmOfAccount } from './queries.ts'
import { type Advisor, advisorOf } from './records.ts'
import { refuseDuplicate } from './refuse-duplicate.ts'
import { refuseForeignDomain } from './refuse-foreign-domain.ts'
import { refuseFormerHolder } from './refuse-former-holder.ts'
import { refuseMistakes } from './refuse-mistakes.ts'
import { emailMistake, type Mistake, passwordMistake, textedNameMistake, timeZoneMistake } from './rules.ts'

/**
 * Identifier and firm cannot change: tokens contain one, and the advisor's records belong to the other. An advisor who changes
 * firms gets a new account there.
 */
interface AdvisorChanges {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly timeZone?: string | undefined
  readonly password?: string | undefined
  readonly active?: boolean | undefined
}

export async function changeAdvisor(
  database: Database,
  advisorId: number,
  { name, email, timeZone, password, active }: AdvisorChanges,
  by: ChangedBy = { actor: journal.setup },
): Promise<Advisor> {
  refuseMistakes({
    name: name === undefined ? undefined : textedNameMistake(name),
    email: email === undefined ? undefined : emailMistake(email),
    timeZone: timeZone === undefined ? undefined : timeZoneMistake(timeZone),
    password: password === undefined ? undefined : passwordMistake(password),
  })
  if (password !== undefined) refuseMistakes({ password: await commonMistake(database, advisorId, password) })
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const values = { name, email, timeZone, passwordHash, active }
  const changing = inTransaction(database, async tx => {
    // A handover either has committed and is seen here, or waits.
    await lockFirmOfAccount(tx, [advisorId])
    const [advisor] = await advisorById(tx, [advisorId])
    if (advisor) refuseFormerHolder(advisor, by.actor)
    if (advisor && (password !== undefined || email !== undefined)) requireOwnAccount(advisor)
    if (advisor && email !== undefined) await refuseForeignDomain(tx, advisor.firmId, email, advisor.email)
    return advisorOf(await applyAdvisorChanges(tx, advisorId, values, by))
  })
  return refuseDuplicate(changing, {
    advisor_email_is_unique: `The e-mail address ${email} belongs to another advisor.`,
    person_email_is_unique: `The e-mail address ${email} belongs to another person.`,
  })
}

/** Of an account that was handed over, only name and time zone can be changed: who signs in is the person who holds it. */
function requireOwnAccount(advisor: AdvisorRow): void {
  if (advisor.holderId === advisor.id) return
  throw new Problem(
    'conflict',
    `The account ${advisor.identifier} was handed over. Its holder signs in as ${advisor.email}. To change that: parley person set ${advisor.email}`,
  )
}

async function commonMistake(db: Queryable, advisorId: number, password: string): Promise<Mistake> {
  const [advisor] = await advisorById(db, [advisorId])
  return commonPasswordMistake(password, [
    advisor?.identifier,
    advisor?.name,
    advisor?.email,
    advisor?.firmName,
  ])
}

import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { hashPassword } from './passwords.ts'
import { advisorById, updateAdvisor } from './queries.ts'
import { type Advisor, advisorOf } from './records.ts'
import { refuseDuplicate } from './refuse-duplicate.ts'
import { refuseMistakes } from './refuse-mistakes.ts'
import { emailMistake, nameMistake, passwordMistake, timeZoneMistake } from './rules.ts'

/**
 * Identifier and firm stay: tokens name the one, and the records of an advisor belong to the other. Who changes firms
 * gets a new account there.
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
): Promise<Advisor> {
  refuseMistakes({
    name: name === undefined ? undefined : nameMistake(name),
    email: email === undefined ? undefined : emailMistake(email),
    timeZone: timeZone === undefined ? undefined : timeZoneMistake(timeZone),
    password: password === undefined ? undefined : passwordMistake(password),
  })
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const changing = inTransaction(database, async tx => {
    await updateAdvisor(tx, [advisorId, name, email, timeZone, passwordHash, active])
    const [advisor] = await advisorById(tx, [advisorId])
    if (!advisor) throw new Problem('not_found', `There is no advisor with the id ${advisorId}.`)
    return advisorOf(advisor)
  })
  return refuseDuplicate(changing, {
    advisor_email_is_unique: `The e-mail address ${email} belongs to another advisor.`,
  })
}

import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import * as journal from '../../journal/index.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { hashPassword } from './passwords.ts'
import { type AdvisorRow, advisorById, updateAdvisor } from './queries.ts'
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

/** Where the advisor does it in their own app. */
interface ByAdvisor {
  readonly author: journal.Author
  /** Of the session that stays when a new password ends all others. */
  readonly sessionId: number
}

/** A new password signs the advisor out everywhere. */
export async function changeAdvisor(
  database: Database,
  advisorId: number,
  { name, email, timeZone, password, active }: AdvisorChanges,
  by?: ByAdvisor,
): Promise<Advisor> {
  refuseMistakes({
    name: name === undefined ? undefined : nameMistake(name),
    email: email === undefined ? undefined : emailMistake(email),
    timeZone: timeZone === undefined ? undefined : timeZoneMistake(timeZone),
    password: password === undefined ? undefined : passwordMistake(password),
  })
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const changing = inTransaction(database, async tx => {
    const [before] = await advisorById(tx, [advisorId])
    const [changed] = await updateAdvisor(tx, [advisorId, name, email, timeZone, passwordHash, active])
    const [advisor] = await advisorById(tx, [advisorId])
    if (!before || !changed || !advisor) {
      throw new Problem('not_found', `There is no advisor with the id ${advisorId}.`)
    }
    if (passwordHash !== undefined) await endSessions(tx, advisorId, by?.sessionId)
    if (by) await journal.append(tx, [changedEntry(by.author, changed.changed_at, before, advisor)])
    return advisorOf(advisor)
  })
  return refuseDuplicate(changing, {
    advisor_email_is_unique: `The e-mail address ${email} belongs to another advisor.`,
  })
}

const shownOf = ({ name, email, time_zone: timeZone }: AdvisorRow) => ({ name, email, timeZone })

/** That a password is another one is told; which one is nobody's business. */
function changedEntry(
  author: journal.Author,
  at: Date,
  before: AdvisorRow,
  after: AdvisorRow,
): journal.Entry {
  return journal.entryBy(author, at, {
    kind: 'advisor.changed',
    subject: { kind: 'advisor', id: author.advisorId },
    facts: {
      before: shownOf(before),
      after: shownOf(after),
      hasNewPassword: before.password_hash !== after.password_hash,
    },
  })
}

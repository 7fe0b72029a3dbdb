import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { commonPasswordMistake } from './common-password-mistake.ts'
import { hashPassword } from './passwords.ts'
import { type AdvisorRow, advisorById, updateAdvisor } from './queries.ts'
import { type Advisor, advisorOf } from './records.ts'
import { refuseDuplicate } from './refuse-duplicate.ts'
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

export interface ChangedBy {
  readonly actor: journal.Actor
  readonly traceId?: string | null
  /** In the advisor app: the session that stays when a new password ends all others. */
  readonly sessionId?: number
}

/** A new password signs the advisor out everywhere, and so does disabling: enabling restores no session. */
export async function changeAdvisor(
  database: Database,
  advisorId: number,
  { name, email, timeZone, password, active }: AdvisorChanges,
  { actor, traceId = null, sessionId }: ChangedBy = { actor: journal.setup },
): Promise<Advisor> {
  refuseMistakes({
    name: name === undefined ? undefined : textedNameMistake(name),
    email: email === undefined ? undefined : emailMistake(email),
    timeZone: timeZone === undefined ? undefined : timeZoneMistake(timeZone),
    password: password === undefined ? undefined : passwordMistake(password),
  })
  if (password !== undefined) refuseMistakes({ password: await commonMistake(database, advisorId, password) })
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const changing = inTransaction(database, async tx => {
    const [before] = await advisorById(tx, [advisorId])
    await updateAdvisor(tx, [advisorId, name, email, timeZone, passwordHash, active])
    const [advisor] = await advisorById(tx, [advisorId])
    if (!before || !advisor) {
      throw new Problem('not_found', `There is no advisor with the id ${advisorId}.`)
    }
    if (passwordHash !== undefined || active === false) await endSessions(tx, [advisorId], sessionId)
    await journal.recordAct(tx, {
      owner: { advisorId },
      actor,
      traceId,
      kind: 'advisor.changed',
      subject: { kind: 'advisor', id: advisorId },
      facts: {
        before: shownOf(before),
        after: shownOf(advisor),
        // The journal records that the password changed, never its value.
        hasNewPassword: before.passwordHash !== advisor.passwordHash,
      },
    })
    return advisorOf(advisor)
  })
  return refuseDuplicate(changing, {
    advisor_email_is_unique: `The e-mail address ${email} belongs to another advisor.`,
    person_email_is_unique: `The e-mail address ${email} belongs to another person.`,
  })
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

const shownOf = ({ name, email, timeZone, active }: AdvisorRow) => ({
  name,
  email,
  timeZone,
  isActive: active,
})

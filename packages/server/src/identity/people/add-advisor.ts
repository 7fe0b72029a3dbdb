import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { commonPasswordMistake } from './common-password-mistake.ts'
import { findAdvisor } from './find-advisor.ts'
import { findFirm } from './find-firm.ts'
import { hashPassword } from './passwords.ts'
import { insertAdvisor } from './queries.ts'
import type { Advisor } from './records.ts'
import { refuseDuplicate } from './refuse-duplicate.ts'
import { refuseForeignDomain } from './refuse-foreign-domain.ts'
import { refuseMistakes } from './refuse-mistakes.ts'
import {
  emailMistake,
  identifierMistake,
  passwordMistake,
  textedNameMistake,
  timeZoneMistake,
} from './rules.ts'

interface NewAdvisor {
  readonly firmId: number
  readonly identifier: string
  readonly name: string
  readonly email: string
  readonly timeZone: string
  /** Without a password the advisor cannot sign in until it is set. */
  readonly password?: string | undefined
}

export async function addAdvisor(
  database: Database,
  advisor: NewAdvisor,
  by: journal.Actor = journal.setup,
  /** What belongs to the same commit. */
  also?: (tx: Tx, added: Advisor) => Promise<void>,
): Promise<Advisor> {
  const { firmId, identifier, name, email, timeZone, password } = advisor
  refuseMistakes({
    identifier: identifierMistake(identifier),
    name: textedNameMistake(name),
    email: emailMistake(email),
    timeZone: timeZoneMistake(timeZone),
    password: password === undefined ? undefined : passwordMistake(password),
  })
  const firm = await findFirm(database, String(firmId))
  if (password !== undefined) {
    const words = [identifier, name, email, firm.name]
    refuseMistakes({ password: await commonPasswordMistake(password, words) })
  }
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const adding = inTransaction(database, async tx => {
    await refuseForeignDomain(tx, firm.id, email)
    await insertAdvisor(tx, [firm.id, identifier, name, email, timeZone, passwordHash])
    const added = await findAdvisor(tx, identifier)
    await journal.recordAct(tx, {
      owner: { advisorId: added.id },
      alsoOfFirm: firm.id,
      actor: by,
      kind: 'advisor.added',
      subject: { kind: 'advisor', id: added.id },
      facts: { firmId: firm.id, identifier, name, email, timeZone, hasPassword: password !== undefined },
    })
    await also?.(tx, added)
    return added
  })
  return refuseDuplicate(adding, {
    advisor_identifier_key: `The identifier ${identifier} is taken. It names one advisor for good, also one that is disabled.`,
    advisor_email_is_unique: `The e-mail address ${email} belongs to another advisor.`,
    person_email_is_unique: `The e-mail address ${email} belongs to another person.`,
  })
}

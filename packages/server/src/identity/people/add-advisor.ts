import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { findAdvisor } from './find-advisor.ts'
import { findFirm } from './find-firm.ts'
import { hashPassword } from './passwords.ts'
import { insertAdvisor } from './queries.ts'
import type { Advisor } from './records.ts'
import { refuseDuplicate } from './refuse-duplicate.ts'
import { refuseMistakes } from './refuse-mistakes.ts'
import { emailMistake, identifierMistake, nameMistake, passwordMistake, timeZoneMistake } from './rules.ts'

interface NewAdvisor {
  readonly firmId: number
  readonly identifier: string
  readonly name: string
  readonly email: string
  readonly timeZone: string
  /** Without one the advisor cannot sign in until it is set. */
  readonly password?: string | undefined
}

export async function addAdvisor(database: Database, advisor: NewAdvisor): Promise<Advisor> {
  const { firmId, identifier, name, email, timeZone, password } = advisor
  refuseMistakes({
    identifier: identifierMistake(identifier),
    name: nameMistake(name),
    email: emailMistake(email),
    timeZone: timeZoneMistake(timeZone),
    password: password === undefined ? undefined : passwordMistake(password),
  })
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const adding = inTransaction(database, async tx => {
    const firm = await findFirm(tx, String(firmId))
    await insertAdvisor(tx, [firm.id, identifier, name, email, timeZone, passwordHash])
    return findAdvisor(tx, identifier)
  })
  return refuseDuplicate(adding, {
    advisor_identifier_key: `The identifier ${identifier} is taken. It names one advisor for good, also one that is disabled.`,
    advisor_email_is_unique: `The e-mail address ${email} belongs to another advisor.`,
  })
}

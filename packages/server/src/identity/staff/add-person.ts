import type { Role } from '@parley/contract'
import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { commonPasswordMistake } from '../people/common-password-mistake.ts'
import { findFirm } from '../people/find-firm.ts'
import { hashPassword } from '../people/passwords.ts'
import { refuseDuplicate } from '../people/refuse-duplicate.ts'
import { refuseForeignDomain } from '../people/refuse-foreign-domain.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { emailMistake, nameMistake, passwordMistake } from '../people/rules.ts'
import { insertPerson, personById } from '../person/queries.ts'
import { type PersonRecord, personRecordOf } from '../person/records.ts'
import { insertRoles } from './queries.ts'
import { requireOtherThanAdvisor } from './require-other-than-advisor.ts'

interface NewPerson {
  readonly firmId: number
  readonly name: string
  readonly email: string
  /** At least one. Advisors are added with addAdvisor, which also creates their account. */
  readonly roles: readonly Role[]
  /** Without a password the person cannot sign in until it is set. */
  readonly password?: string | undefined
}

export async function addPerson(
  database: Database,
  { firmId, name, email, roles, password }: NewPerson,
  by: journal.Actor = journal.setup,
): Promise<PersonRecord> {
  refuseMistakes({
    name: nameMistake(name),
    email: emailMistake(email),
    password: password === undefined ? undefined : passwordMistake(password),
    roles: roles.length === 0 ? 'A person needs at least one role.' : undefined,
  })
  for (const role of roles) requireOtherThanAdvisor(role)
  const firm = await findFirm(database, String(firmId))
  if (password !== undefined) {
    refuseMistakes({ password: await commonPasswordMistake(password, [name, email, firm.name]) })
  }
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const adding = inTransaction(database, async tx => {
    await refuseForeignDomain(tx, firm.id, email)
    const { id } = firstRow(await insertPerson(tx, [firm.id, name, email, passwordHash]), 'the new person')
    await insertRoles(tx, [id, roles])
    await journal.recordAct(tx, {
      owner: { firmId: firm.id },
      actor: by,
      kind: 'person.added',
      subject: { kind: 'person', id },
      facts: { name, email, roles: [...roles], hasPassword: password !== undefined },
    })
    return personRecordOf(firstRow(await personById(tx, [id]), 'the new person'))
  })
  return refuseDuplicate(adding, {
    person_email_is_unique: `The e-mail address ${email} belongs to another person.`,
  })
}

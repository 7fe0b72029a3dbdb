import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type ChangedBy, changeAdvisor } from '../people/change-advisor.ts'
import { commonPasswordMistake } from '../people/common-password-mistake.ts'
import { hashPassword } from '../people/passwords.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { passwordMistake } from '../people/rules.ts'
import { type PersonRow, personById, updatePerson } from '../person/queries.ts'
import { type PersonRecord, personRecordOf } from '../person/records.ts'
import { endSessions } from '../sessions/end-sessions.ts'

interface PersonChanges {
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
  { password, active }: PersonChanges,
  by: ChangedBy = { actor: journal.setup },
): Promise<PersonRecord> {
  const before = found(await personById(database, [personId]), personId)
  if (before.identifier !== null) {
    await changeAdvisor(database, personId, { password, active }, by)
    return personRecordOf(found(await personById(database, [personId]), personId))
  }
  refuseMistakes({ password: password === undefined ? undefined : passwordMistake(password) })
  if (password !== undefined) {
    const words = [before.name, before.email, before.firmName]
    refuseMistakes({ password: await commonPasswordMistake(password, words) })
  }
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  return inTransaction(database, tx => change(tx, before, { passwordHash, active }, by))
}

async function change(
  tx: Tx,
  { id, firmId, active: wasActive }: PersonRow,
  {
    passwordHash,
    active,
  }: { readonly passwordHash: string | undefined; readonly active: boolean | undefined },
  { actor, traceId = null, sessionId }: ChangedBy,
): Promise<PersonRecord> {
  await updatePerson(tx, [id, passwordHash, active])
  if (passwordHash !== undefined || active === false) await endSessions(tx, [id], sessionId)
  await journal.recordAct(tx, {
    owner: { firmId },
    actor,
    traceId,
    kind: 'person.changed',
    subject: { kind: 'person', id },
    facts: {
      before: { isActive: wasActive },
      after: { isActive: active ?? wasActive },
      hasNewPassword: passwordHash !== undefined,
    },
  })
  return personRecordOf(found(await personById(tx, [id]), id))
}

function found([person]: readonly PersonRow[], personId: number): PersonRow {
  if (!person) throw new Problem('not_found', `There is no person with the id ${personId}.`)
  return person
}

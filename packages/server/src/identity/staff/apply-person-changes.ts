import * as journal from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { applyAdvisorChanges, type ChangedBy } from '../people/apply-advisor-changes.ts'
import { refuseForeignDomain } from '../people/refuse-foreign-domain.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { emailMistake, nameMistake, textedNameMistake } from '../people/rules.ts'
import { personById, updatePerson } from '../person/queries.ts'
import { type PersonRecord, personRecordOf } from '../person/records.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { lockPeople } from '../sessions/lock-people.ts'
import { deleteLinksOf } from '../sessions/queries.ts'
import { requireSession } from '../sessions/require-session.ts'
import { keepAnAdministrator } from './keep-an-administrator.ts'
import { lockAccountsHeld, lockFirmOfPerson } from './queries.ts'

interface PersonValues {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly passwordHash?: string | undefined
  readonly active?: boolean | undefined
}

/**
 * For an advisor it is a change of every account that they hold: their applications and queued texts stop as well, and clients are
 * written to under the new name. An account that was handed over to somebody else is left alone.
 */
export async function applyPersonChanges(
  tx: Tx,
  personId: number,
  { name, email, passwordHash, active }: PersonValues,
  by: ChangedBy,
): Promise<PersonRecord> {
  const { firmId } = firstRow(await personById(tx, [personId]), 'the person to change')
  // It locks the firm for itself, which must not wait for others who share the lock below.
  if (active === false) await keepAnAdministrator(tx, { firmId, personId }, by.actor)
  // A handover to this person either has committed and is seen here, or waits.
  await lockFirmOfPerson(tx, [personId])
  const before = firstRow(await personById(tx, [personId]), 'the person to change')
  if (email !== undefined) await refuseForeignDomain(tx, firmId, email, before.email)
  const accounts = await lockAccountsHeld(tx, [personId])
  if (by.sessionId !== undefined) {
    await lockPeople(tx, [personId])
    await requireSession(tx, personId, by.sessionId)
  }
  const isAdvisor = before.identifier !== null
  refuseMistakes({
    name: name === undefined ? undefined : (accounts.length > 0 ? textedNameMistake : nameMistake)(name),
    email: email === undefined ? undefined : emailMistake(email),
  })
  if (isAdvisor) {
    await applyAdvisorChanges(tx, personId, { name, email, passwordHash, active }, by)
  } else {
    await updatePerson(tx, [personId, passwordHash, active, name, email])
    if (passwordHash !== undefined || active === false) await endSessions(tx, [personId], by.sessionId)
    if (email !== undefined) await deleteLinksOf(tx, [[personId]])
  }
  // Somebody who is active already opens no account that was closed for another reason.
  const heldActive = active === before.active ? undefined : active
  for (const { advisorId } of accounts) {
    if (advisorId !== personId && (name ?? heldActive) !== undefined) {
      await applyAdvisorChanges(tx, advisorId, { name, active: heldActive }, by)
    }
  }
  const after = firstRow(await personById(tx, [personId]), 'the changed person')
  if (!isAdvisor) {
    await journal.recordAct(tx, {
      owner: { firmId: before.firmId },
      actor: by.actor,
      traceId: by.traceId ?? null,
      kind: 'person.changed',
      subject: { kind: 'person', id: personId },
      facts: {
        before: { name: before.name, email: before.email, isActive: before.active },
        after: { name: after.name, email: after.email, isActive: after.active },
        hasNewPassword: passwordHash !== undefined,
      },
    })
  }
  return personRecordOf(after)
}

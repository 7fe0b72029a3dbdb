import * as journal from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { applyAdvisorChanges, type ChangedBy } from '../people/apply-advisor-changes.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { emailMistake, nameMistake, textedNameMistake } from '../people/rules.ts'
import { personById, updatePerson } from '../person/queries.ts'
import { type PersonRecord, personRecordOf } from '../person/records.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { deleteLinksOf } from '../sessions/queries.ts'

interface PersonValues {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly passwordHash?: string | undefined
  readonly active?: boolean | undefined
}

/** For an advisor it is a change of the advisor, whose applications and queued texts stop as well. */
export async function applyPersonChanges(
  tx: Tx,
  personId: number,
  { name, email, passwordHash, active }: PersonValues,
  by: ChangedBy,
): Promise<PersonRecord> {
  const before = firstRow(await personById(tx, [personId]), 'the person to change')
  const isAdvisor = before.identifier !== null
  refuseMistakes({
    name: name === undefined ? undefined : (isAdvisor ? textedNameMistake : nameMistake)(name),
    email: email === undefined ? undefined : emailMistake(email),
  })
  if (isAdvisor) {
    await applyAdvisorChanges(tx, personId, { name, email, passwordHash, active }, by)
  } else {
    await updatePerson(tx, [personId, passwordHash, active, name, email])
    if (passwordHash !== undefined || active === false) await endSessions(tx, [personId], by.sessionId)
    if (email !== undefined) await deleteLinksOf(tx, [[personId]])
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

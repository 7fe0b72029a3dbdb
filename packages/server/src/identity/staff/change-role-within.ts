import type { Role } from '@parley/contract'
import * as journal from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { personById } from '../person/queries.ts'
import { type PersonRecord, personRecordOf } from '../person/records.ts'
import { endAuthorizationSessionsOf } from '../sessions/queries.ts'
import { keepAnAdministrator } from './keep-an-administrator.ts'
import { deleteRole, insertRoles, lockFirmOfPerson } from './queries.ts'

export interface RoleChange {
  readonly role: Role
  /** False: the role is taken away. Every request checks it, so it is gone at once. */
  readonly has: boolean
}

/** As changeRole, together with other changes. */
export async function changeRoleWithin(
  tx: Tx,
  person: PersonRecord,
  { role, has }: RoleChange,
  by: journal.Actor,
): Promise<PersonRecord> {
  if (role === 'administrator' && !has) {
    await keepAnAdministrator(tx, { firmId: person.firm.id, personId: person.id }, by)
  }
  // A handover to this person either has committed, or finds the role as it is from now on.
  if (role === 'advisor') await lockFirmOfPerson(tx, [person.id])
  const changed = has ? await insertRoles(tx, [person.id, [role]]) : await deleteRole(tx, [person.id, role])
  if (changed.length === 0) {
    throw new Problem(
      'conflict',
      `${person.email} ${has ? 'already has' : 'does not have'} the role ${role}.`,
    )
  }
  if (role === 'advisor' && !has) await endAuthorizationSessionsOf(tx, [[person.id]])
  await journal.recordAct(tx, {
    owner: { firmId: person.firm.id },
    actor: by,
    kind: has ? 'person.role_added' : 'person.role_removed',
    subject: { kind: 'person', id: person.id },
    facts: { role, email: person.email },
  })
  return personRecordOf(firstRow(await personById(tx, [person.id]), 'the person whose role changed'))
}

import * as journal from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../../platform/db/pool.ts'
import { firstRow } from '../../../platform/db/rows.ts'
import { refuseForeignDomain } from '../../people/refuse-foreign-domain.ts'
import { refuseMistakes } from '../../people/refuse-mistakes.ts'
import { emailMistake, nameMistake } from '../../people/rules.ts'
import { insertPerson } from '../../person/queries.ts'
import { applyPersonChanges } from '../../staff/apply-person-changes.ts'
import { insertRoles } from '../../staff/queries.ts'
import { type DirectoryCaller, describeUser, directoryActor, recordUser } from './change-user.ts'
import {
  type DirectoryUserRow,
  lockDirectory,
  type RemovedUserRow,
  removedUsers,
  renameRemoved,
  unlinkSubject,
  userToChange,
} from './queries.ts'
import { refuseTaken } from './refuse-taken.ts'
import type { DirectoryUser } from './scim-user.ts'

/**
 * Adds a person whom the firm's directory knows. Without a default role they cannot sign in until somebody gives them one. Somebody
 * whom the directory had deleted comes back as the same person if it knows them by the same `externalId`. Another one is a successor
 * with the same address: they get nothing of what the former person has.
 */
export async function addUser(
  database: Database,
  { firmId, traceId }: DirectoryCaller,
  user: DirectoryUser,
): Promise<DirectoryUserRow> {
  refuseMistakes({ name: nameMistake(user.name), email: emailMistake(user.email) })
  const adding = inTransaction(database, async tx => {
    const directory = firstRow(await lockDirectory(tx, [firmId]), 'the directory of the token')
    await refuseForeignDomain(tx, firmId, user.email)
    const removed = await findReturning(tx, { firmId, traceId }, user)
    const id =
      removed?.personId ??
      firstRow(await insertPerson(tx, [firmId, user.name, user.email, undefined]), 'the new person').id
    if (!removed) {
      const roles = directory.defaultRole === null ? [] : [directory.defaultRole]
      await insertRoles(tx, [id, roles])
      await journal.recordAct(tx, {
        owner: { firmId },
        actor: directoryActor,
        traceId,
        kind: 'person.added',
        subject: { kind: 'person', id },
        facts: { name: user.name, email: user.email, roles, hasPassword: false },
      })
    }
    const before = firstRow(await userToChange(tx, [firmId, id]), 'the added user')
    const isBack = removed && { isLinked: false }
    await describeUser(tx, {
      firmId,
      traceId,
      before: { ...before, ...isBack },
      user: { ...user, active: user.active ?? true },
    })
    return firstRow(await userToChange(tx, [firmId, id]), 'the added user')
  })
  return refuseTaken(adding)
}

async function findReturning(
  tx: Tx,
  { firmId, traceId }: DirectoryCaller,
  user: DirectoryUser,
): Promise<RemovedUserRow | undefined> {
  const users = await removedUsers(tx, [firmId, user.userName, user.externalId])
  const returning = users.find(({ externalId }) => externalId !== null && externalId === user.externalId)
  for (const removed of users) {
    if (removed !== returning) await moveAway(tx, { firmId, traceId }, { removed, user })
  }
  return returning
}

/** The name and the address belong to somebody else now. */
async function moveAway(
  tx: Tx,
  { firmId, traceId }: DirectoryCaller,
  { removed, user }: { readonly removed: RemovedUserRow; readonly user: DirectoryUser },
): Promise<void> {
  // Somebody let them in again: the name is theirs, and the write below finds it taken.
  if (removed.active) return
  const { personId } = removed
  const nobody = `${personId}@removed.invalid`
  if (removed.email.toLowerCase() === user.email.toLowerCase()) {
    await applyPersonChanges(tx, personId, { email: nobody }, { actor: directoryActor, traceId })
  }
  await renameRemoved(tx, [firmId, personId, nobody])
  await unlinkSubject(tx, [firmId, personId])
  const { userName, externalId } = removed
  await recordUser(tx, {
    firmId,
    traceId,
    personId,
    facts: { before: { userName, externalId }, after: { userName: nobody, externalId } },
  })
}

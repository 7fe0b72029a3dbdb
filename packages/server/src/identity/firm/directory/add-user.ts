import * as journal from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { firstRow } from '../../../platform/db/rows.ts'
import { refuseMistakes } from '../../people/refuse-mistakes.ts'
import { emailMistake, nameMistake } from '../../people/rules.ts'
import { insertPerson } from '../../person/queries.ts'
import { insertRoles } from '../../staff/queries.ts'
import { type DirectoryCaller, describeUser, directoryActor } from './change-user.ts'
import { type DirectoryUserRow, lockDirectory, removedByUserName, userToChange } from './queries.ts'
import { refuseTaken } from './refuse-taken.ts'
import type { DirectoryUser } from './scim-user.ts'

/**
 * Adds a person whom the firm's directory knows. Without a default role they cannot sign in until somebody gives them one. Somebody
 * whom the directory had deleted comes back as the same person.
 */
export async function addUser(
  database: Database,
  { firmId, traceId }: DirectoryCaller,
  user: DirectoryUser,
): Promise<DirectoryUserRow> {
  refuseMistakes({ name: nameMistake(user.name), email: emailMistake(user.email) })
  const adding = inTransaction(database, async tx => {
    const directory = firstRow(await lockDirectory(tx, [firmId]), 'the directory of the token')
    const [removed] = await removedByUserName(tx, [firmId, user.userName])
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

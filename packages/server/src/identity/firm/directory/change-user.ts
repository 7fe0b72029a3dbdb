import * as journal from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../../platform/db/pool.ts'
import { firstRow } from '../../../platform/db/rows.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { applyPersonChanges } from '../../staff/apply-person-changes.ts'
import {
  type DirectoryUserRow,
  lockDirectory,
  removeUser,
  upsertUser,
  userById,
  userToChange,
} from './queries.ts'
import { refuseTaken } from './refuse-taken.ts'
import type { DirectoryUser } from './scim-user.ts'

export interface DirectoryCaller {
  readonly firmId: number
  readonly traceId: string
}

/** Who acts when a directory does. */
export const directoryActor: journal.Actor = { kind: 'system', task: 'firm directory' }

/** What a request makes of a user. */
export type UserChange =
  /** Nothing else of the request counts: a value that we refuse must not keep somebody from leaving. */
  | { readonly kind: 'leave' }
  /** As leave, and the directory no longer sees the person. */
  | { readonly kind: 'remove' }
  | { readonly kind: 'describe'; readonly describe: (row: DirectoryUserRow) => Promise<DirectoryUser> }

/** Changes a person of the firm as its directory says. Somebody who leaves is out everywhere with the commit. */
export async function changeUser(
  database: Database,
  { firmId, traceId }: DirectoryCaller,
  personId: number,
  change: UserChange,
): Promise<DirectoryUserRow> {
  const changing = inTransaction(database, async tx => {
    await lockDirectory(tx, [firmId])
    const [before] = await userById(tx, [firmId, personId])
    if (!before) throw new Problem('not_found', 'There is no such user.')
    if (change.kind === 'describe') {
      await describeUser(tx, { firmId, traceId, before, user: await change.describe(before) })
    } else {
      if (before.active) {
        await applyPersonChanges(tx, personId, { active: false }, { actor: directoryActor, traceId })
      }
      if (change.kind === 'remove') {
        await removeUser(tx, [firmId, personId, before.userName])
        await recordUser(tx, { firmId, traceId, personId, facts: { before: factsOf(before), after: null } })
      }
    }
    return firstRow(await userToChange(tx, [firmId, personId]), 'the changed user')
  })
  return refuseTaken(changing)
}

interface Description {
  readonly firmId: number
  readonly traceId: string
  readonly before: DirectoryUserRow
  readonly user: DirectoryUser
}

/** Writes what differs, and one entry for each kind of change. */
export async function describeUser(tx: Tx, { firmId, traceId, before, user }: Description): Promise<void> {
  const { id: personId } = before
  const changes = {
    name: user.name === before.name ? undefined : user.name,
    email: user.email === before.email ? undefined : user.email,
    active: user.active === undefined || user.active === before.active ? undefined : user.active,
  }
  if (Object.values(changes).some(value => value !== undefined)) {
    await applyPersonChanges(tx, personId, changes, { actor: directoryActor, traceId })
  }
  const keys = ['userName', 'externalId', 'displayName', 'formattedName', 'givenName', 'familyName'] as const
  if (before.isLinked && keys.every(key => user[key] === before[key])) return
  const { userName, externalId, displayName, formattedName, givenName, familyName } = user
  await upsertUser(tx, [
    firmId,
    personId,
    userName,
    externalId,
    displayName,
    formattedName,
    givenName,
    familyName,
  ])
  await recordUser(tx, {
    firmId,
    traceId,
    personId,
    facts: { before: before.isLinked ? factsOf(before) : null, after: factsOf(user) },
  })
}

interface UserEntry {
  readonly firmId: number
  readonly traceId: string
  readonly personId: number
  readonly facts: { readonly before: UserFacts | null; readonly after: UserFacts | null }
}

type UserFacts = ReturnType<typeof factsOf>

export const recordUser = (tx: Tx, { firmId, traceId, personId, facts }: UserEntry): Promise<void> =>
  journal.recordAct(tx, {
    owner: { firmId },
    actor: directoryActor,
    traceId,
    kind: 'directory.user_changed',
    subject: { kind: 'person', id: personId },
    facts,
  })

const factsOf = ({ userName, externalId }: { userName: string; externalId: string | null }) => ({
  userName,
  externalId,
})

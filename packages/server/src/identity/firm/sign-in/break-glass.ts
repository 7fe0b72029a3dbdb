import * as journal from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Environment } from '../../../platform/db/migrate.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { mayEnter } from '../../person/may-enter.ts'
import { authorAbout, recordOfPerson, signingInAuthorOf } from '../../person/person-author.ts'
import { personById } from '../../person/queries.ts'
import { personRecordOf } from '../../person/records.ts'
import { hashSecret, issueSecret } from '../../secrets.ts'
import { deleteBreakGlassOf } from '../../sessions/queries.ts'
import { insertBreakGlass, takeBreakGlass } from './queries.ts'

const breakGlassSeconds = 900

interface Asking {
  readonly personId: number
  readonly environment: Environment
}

/** A secret with which a person can sign in once, also where only the firm's sign-in counts. Replaces an earlier one. */
export async function issueBreakGlass(
  database: Database,
  { personId, environment }: Asking,
  actor: journal.Actor = journal.setup,
): Promise<string> {
  const { secret, hash } = issueSecret('signInLink', environment)
  return inTransaction(database, async tx => {
    const [person] = await personById(tx, [personId])
    if (!person || !mayEnter(person)) {
      throw new Problem('conflict', 'This person cannot sign in: they are disabled, or have no role.')
    }
    await deleteBreakGlassOf(tx, [[personId]])
    await insertBreakGlass(tx, [personId, hash, breakGlassSeconds])
    await recordOfPerson(tx, authorAbout(personRecordOf(person), actor), {
      kind: 'break_glass.issued',
      facts: { lifeSeconds: breakGlassSeconds },
    })
    return secret
  })
}

/** Returns whom the link signs in. Undefined: used, expired or invented. */
export async function useBreakGlass(
  database: Database,
  secret: string,
  traceId: string,
): Promise<number | undefined> {
  return inTransaction(database, async tx => {
    const [taken] = await takeBreakGlass(tx, [hashSecret(secret)])
    const [person] = taken ? await personById(tx, [taken.personId]) : []
    if (!person || !mayEnter(person)) return undefined
    await recordOfPerson(tx, signingInAuthorOf(person, traceId), { kind: 'break_glass.used', facts: {} })
    return person.id
  })
}

import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { authorAbout, recordOfPerson } from '../person/person-author.ts'
import type { PersonRecord } from '../person/records.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { deletePasskeysOf } from '../sign-in/passkeys/queries.ts'
import { deleteRecoveryCodes, deleteSecondFactor } from './queries.ts'

interface ResetFactor {
  readonly hadCodes: boolean
  readonly passkeys: number
  readonly sessions: number
}

/**
 * For somebody who has lost phone or security key: everything beside the password goes, and sessions end. Where the firm requires a
 * second factor, the next sign-in sets one up.
 */
export async function resetFactor(
  database: Database,
  person: PersonRecord,
  by: journal.Actor = journal.setup,
): Promise<ResetFactor> {
  const { id } = person
  return inTransaction(database, async tx => {
    // Locks the person first, so no session that was started with the lost device is left.
    const sessions = await endSessions(tx, [id])
    const [removed] = await deleteSecondFactor(tx, [id])
    await deleteRecoveryCodes(tx, [id])
    const passkeys = await deletePasskeysOf(tx, [id])
    const reset = { hadCodes: removed !== undefined, passkeys: passkeys.length, sessions }
    await recordOfPerson(tx, authorAbout(person, by), { kind: 'second_factor.reset', facts: reset })
    return reset
  })
}

import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { PersonRecord } from '../person/records.ts'
import { changeRoleWithin, type RoleChange } from './change-role-within.ts'

/**
 * Gives a person a role or takes it away. Without the role of an advisor somebody can neither open their accounts nor allow
 * applications; the accounts themselves go on for assistants and applications. An advisor without an account can be handed one.
 */
export function changeRole(
  database: Database,
  person: PersonRecord,
  change: RoleChange,
  by: journal.Actor = journal.setup,
): Promise<PersonRecord> {
  return inTransaction(database, tx => changeRoleWithin(tx, person, change, by))
}

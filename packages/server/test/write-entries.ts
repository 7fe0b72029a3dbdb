import { append, type Owner } from '../src/journal/index.ts'
import { inTransaction } from '../src/platform/db/in-transaction.ts'
import type { Database } from '../src/platform/db/pool.ts'

/** Entries of these owners, in one transaction. */
export const writeEntries = (database: Database, owners: readonly Owner[]): Promise<void> =>
  inTransaction(database, tx =>
    append(
      tx,
      owners.map((owner, index) => ({
        ...owner,
        kind: 'group.created' as const,
        at: new Date().toISOString(),
        actor: { kind: 'system', task: 'test' } as const,
        traceId: null,
        subject: { kind: 'test', id: index },
        facts: { text: 'a secret' },
      })),
    ),
  )

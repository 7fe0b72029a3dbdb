import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { type Manager, recordEndpoint } from './create-endpoint.ts'
import { noEndpoint } from './errors.ts'
import { deleteEndpoint as remove } from './queries.ts'

export const deleteEndpoint = (database: Database, manager: Manager, endpointId: number): Promise<void> =>
  inTransaction(database, async tx => {
    const [deleted] = await remove(tx, [manager.applicationId, endpointId])
    if (!deleted) throw noEndpoint()
    await recordEndpoint(tx, manager, 'endpoint.deleted', endpointId, {})
  })

import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type Manager, recordEndpoint } from './create-endpoint.ts'
import { noEndpoint } from './errors.ts'
import { endpointById, pauseEndpoint as pause } from './queries.ts'

export const pauseEndpoint = (database: Database, manager: Manager, endpointId: number): Promise<void> =>
  inTransaction(database, async tx => {
    const [endpoint] = await endpointById(tx, [manager.applicationId, endpointId])
    if (!endpoint) throw noEndpoint()
    // Resuming it would make it active without a test.
    if (endpoint.status === 'untested')
      throw new Problem('conflict', 'The endpoint is untested, and gets nothing before a test has arrived.')
    await pause(tx, [manager.applicationId, endpointId])
    await recordEndpoint(tx, manager, 'endpoint.changed', endpointId, { status: 'paused' })
  })

import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type Manager, recordEndpoint } from './create-endpoint.ts'
import { noEndpoint } from './errors.ts'
import { endpointById, forgetParked, resumeEndpoint as resume } from './queries.ts'

interface Resumption {
  /** Where to continue: where it stopped, at the end of the log, or at a position. */
  readonly from: 'stop' | 'end' | number
}

export const resumeEndpoint = (
  database: Database,
  manager: Manager,
  endpointId: number,
  { from }: Resumption,
): Promise<void> =>
  inTransaction(database, async tx => {
    const { applicationId } = manager
    const [endpoint] = await endpointById(tx, [applicationId, endpointId])
    if (!endpoint) throw noEndpoint()
    if (endpoint.status === 'untested')
      throw new Problem('conflict', 'The endpoint is untested. Send a test event first.')
    const position = from === 'stop' ? null : from === 'end' ? endpoint.logSize : from
    if (position !== null && position > endpoint.logSize)
      throw new Problem('invalid_request', 'The cursor is ahead of the log.', {
        details: { reason: 'cursor' },
      })
    // The endpoint's row first: then no worker can record anything about it.
    const resumed = await resume(tx, [applicationId, endpointId, position])
    if (position !== null) {
      if (resumed.length === 0)
        throw new Problem('conflict', 'The endpoint is active. Pause it first, to continue elsewhere.')
      await forgetParked(tx, [applicationId, endpointId])
    }
    await recordEndpoint(tx, manager, 'endpoint.changed', endpointId, {
      status: 'active',
      from: String(from),
    })
  })

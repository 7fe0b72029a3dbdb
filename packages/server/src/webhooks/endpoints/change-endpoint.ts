import type { EndpointRequest } from '@parley/contract'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { type EndpointParts, type Manager, recordEndpoint } from './create-endpoint.ts'
import { endpointSettings } from './endpoint-settings.ts'
import { noEndpoint } from './errors.ts'
import { changeEndpoint as change, deleteReplays } from './queries.ts'

/** What is under way ends; what follows goes to the new address. */
export const changeEndpoint = (
  { database, isSandbox }: Omit<EndpointParts, 'secretKeys'>,
  manager: Manager,
  endpointId: number,
  wanted: EndpointRequest,
): Promise<void> =>
  inTransaction(database, async tx => {
    const { applicationId } = manager
    const settings = await endpointSettings(tx, applicationId, wanted, { isSandbox })
    const { url, types, advisorIds, eventsPerSecond, noticeEmail } = settings
    const [changed] = await change(tx, [
      applicationId,
      endpointId,
      url,
      types,
      advisorIds,
      eventsPerSecond,
      noticeEmail,
      !isSandbox,
    ])
    if (!changed) throw noEndpoint()
    await deleteReplays(tx, [applicationId, endpointId])
    await recordEndpoint(tx, manager, 'endpoint.changed', endpointId, { url, types: types && [...types] })
  })

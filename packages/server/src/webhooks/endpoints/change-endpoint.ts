import { isDeepStrictEqual } from 'node:util'
import type { EndpointUpdate } from '@parley/contract'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { type EndpointParts, type Manager, recordEndpoint } from './create-endpoint.ts'
import { endpointSettings } from './endpoint-settings.ts'
import { noEndpoint } from './errors.ts'
import { changeEndpoint as change, deleteReplays, type EndpointSettings, lockSettings } from './queries.ts'

/** Replaces what the update names. Deliveries in flight finish; later ones go to the new address. */
export const changeEndpoint = (
  { database, isSandbox }: Omit<EndpointParts, 'secretKeys'>,
  manager: Manager,
  endpointId: number,
  update: EndpointUpdate,
): Promise<void> =>
  inTransaction(database, async tx => {
    const { applicationId } = manager
    const [current] = await lockSettings(tx, [applicationId, endpointId])
    if (!current) throw noEndpoint()
    const settings = { ...current, ...(await endpointSettings(tx, applicationId, update, { isSandbox })) }
    if (isDeepStrictEqual(settings, current)) return
    const { url, types, advisorIds, eventsPerSecond, noticeEmail } = settings
    await change(tx, [
      applicationId,
      endpointId,
      url,
      types,
      advisorIds,
      eventsPerSecond,
      noticeEmail,
      !isSandbox,
    ])
    // A replay goes on with the settings that it began with, so other events or another address end it.
    if (!isDeepStrictEqual(eventsAndAddress(settings), eventsAndAddress(current)))
      await deleteReplays(tx, [applicationId, endpointId])
    await recordEndpoint(tx, manager, 'endpoint.changed', endpointId, { url, types: types && [...types] })
  })

const eventsAndAddress = ({ url, types, advisorIds }: EndpointSettings): unknown => [url, types, advisorIds]

import { type EndpointRequest } from '@parley/contract'
import { unknownType } from '../../events/index.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { outgoingAddressMistake } from '../../platform/outgoing/outgoing-address.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { advisorsByIdentifier } from './queries.ts'

interface EndpointSettings {
  readonly url: string
  readonly types: readonly string[] | null
  readonly advisorIds: readonly number[] | null
  readonly eventsPerSecond: number | null
  readonly noticeEmail: string | null
}

/** What was asked for, or a problem that names the field. */
export async function endpointSettings(
  db: Queryable,
  applicationId: number,
  { url, types, advisors, eventsPerSecond, noticeEmail }: EndpointRequest,
  { isSandbox }: { readonly isSandbox: boolean },
): Promise<EndpointSettings> {
  const mistake = outgoingAddressMistake(url, { isSandbox })
  if (mistake !== undefined) throw invalid('/url', mistake)
  const unknown = types && unknownType(types)
  if (unknown !== undefined) throw invalid('/types', `has the unknown event type ${unknown}`)
  const found = advisors && (await advisorsByIdentifier(db, [applicationId, advisors]))
  const missing = advisors?.find(wanted => !found?.some(({ identifier }) => identifier === wanted))
  if (missing !== undefined)
    throw invalid('/advisors', 'lists an advisor who does not exist or does not allow the application')
  return {
    url: new URL(url).href,
    types: types ? [...new Set(types)] : null,
    advisorIds: found ? found.map(({ id }) => id) : null,
    eventsPerSecond: eventsPerSecond ?? null,
    noticeEmail: noticeEmail ?? null,
  }
}

const invalid = (path: string, message: string): Problem =>
  new Problem('invalid_request', `${path.slice(1)} ${message}.`, { details: { errors: [{ path, message }] } })

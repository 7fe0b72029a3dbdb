import type { EndpointUpdate } from '@parley/contract'
import { unknownType } from '../../events/index.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { outgoingAddressMistake } from '../../platform/outgoing/outgoing-address.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { advisorsByIdentifier, type EndpointSettings } from './queries.ts'

const hrefCharactersMax = 2_000

/** The settings that a request names, or a problem that names the member. */
export async function endpointSettings(
  db: Queryable,
  applicationId: number,
  { url, types, advisors, eventsPerSecond, noticeEmail }: EndpointUpdate,
  { isSandbox }: { readonly isSandbox: boolean },
): Promise<Partial<EndpointSettings>> {
  const mistake = url === undefined ? undefined : outgoingAddressMistake(url, { isSandbox })
  if (mistake !== undefined) throw invalid('/url', mistake)
  // Kept as URL writes it, where a letter of another alphabet takes up to nine characters.
  if (url !== undefined && new URL(url).href.length > hrefCharactersMax)
    throw invalid('/url', `must have at most ${hrefCharactersMax} characters when it is encoded`)
  const unknown = types ? unknownType(types) : undefined
  if (unknown !== undefined) throw invalid('/types', `has the unknown event type ${unknown}`)
  const found = advisors ? await advisorsByIdentifier(db, [applicationId, advisors]) : []
  const missing = advisors?.find(wanted => !found.some(({ identifier }) => identifier === wanted))
  if (missing !== undefined)
    throw invalid('/advisors', 'lists an advisor who does not exist or does not allow the application')
  return {
    ...(url !== undefined && { url: new URL(url).href }),
    ...(types !== undefined && { types: types && [...new Set(types)] }),
    ...(advisors !== undefined && { advisorIds: advisors && found.map(({ id }) => id) }),
    ...(eventsPerSecond !== undefined && { eventsPerSecond }),
    ...(noticeEmail !== undefined && { noticeEmail }),
  }
}

const invalid = (path: string, message: string): Problem =>
  new Problem('invalid_request', `${path.slice(1)} ${message}.`, { details: { errors: [{ path, message }] } })

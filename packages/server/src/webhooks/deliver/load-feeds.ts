import type { SecretKeys } from '../../identity/index.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { type SecretRow, secretsOfEndpoints } from '../calls/queries.ts'
import { openSecret } from '../calls/secrets.ts'
import type { SigningKey } from '../calls/sign-delivery.ts'
import { EndpointFeed } from './endpoint-feed.ts'
import { deliveredBeyond, type LeasedEndpoint, parkedOfEndpoints } from './queries.ts'

export interface HeldFeed {
  readonly feed: EndpointFeed
  readonly keys: readonly { readonly key: SigningKey; readonly expiresAt: Date | null }[]
}

interface Loaded {
  readonly feeds: readonly HeldFeed[]
  /** Their secrets cannot be decrypted. */
  readonly unreadable: readonly number[]
}

/** The state of newly leased endpoints as it was recorded. */
export async function loadFeeds(
  db: Queryable,
  leased: readonly LeasedEndpoint[],
  secretKeys: SecretKeys,
): Promise<Loaded> {
  const applicationIds = leased.map(({ applicationId }) => applicationId)
  const endpointIds = leased.map(({ endpointId }) => endpointId)
  const positions = leased.map(({ position }) => position)
  const [secrets, parked, delivered] = [
    await secretsOfEndpoints(db, [applicationIds, leased.map(signerOf)]),
    await parkedOfEndpoints(db, [applicationIds, endpointIds, positions]),
    await deliveredBeyond(db, [applicationIds, endpointIds, positions]),
  ]
  const feeds: HeldFeed[] = []
  const unreadable: number[] = []
  for (const endpoint of leased) {
    const isOwn = ({ endpointId }: { readonly endpointId: number }): boolean =>
      endpointId === endpoint.endpointId
    const own = parked.filter(isOwn)
    const settled = new Set([...own, ...delivered.filter(isOwn)].map(({ position }) => position))
    const waiting = own.filter(({ isMissed }) => !isMissed)
    const keys = keysOf(
      secrets.filter(({ endpointId }) => endpointId === signerOf(endpoint)),
      secretKeys,
    )
    if (keys) feeds.push({ feed: new EndpointFeed(endpoint, waiting, settled), keys })
    else unreadable.push(endpoint.endpointId)
  }
  return { feeds, unreadable }
}

/** A replay signs with the secrets of its endpoint. */
const signerOf = ({ endpointId, replayOf }: LeasedEndpoint): number => replayOf ?? endpointId

function keysOf(secrets: readonly SecretRow[], secretKeys: SecretKeys): HeldFeed['keys'] | undefined {
  try {
    return secrets.map(row => ({ key: openSecret(row, secretKeys), expiresAt: row.expiresAt }))
  } catch {
    return undefined
  }
}

import { randomUUID } from 'node:crypto'
import {
  addAdvisor,
  addApplication,
  addFirm,
  mintSandboxToken,
} from '../../packages/server/src/identity/index.ts'
import { createPool } from '../../packages/server/src/platform/db/pool.ts'
import { createTokenIssuer } from '../../packages/server/test/people/access-tokens.ts'
import type { Installation } from '../machine/installation.ts'

interface EventPeople {
  /** Advisors who allow the application. */
  readonly advisorIds: readonly number[]
  /** Advisors who do not. */
  readonly strangerIds: readonly number[]
  /** Token and key of the application itself. */
  readonly headers: Readonly<Record<string, string>>
}

const scopes = ['openid', 'text.messaging.read', 'text.messaging.write', 'events.read', 'events.manage']
const strangers = 5

/** An application, advisors who allow it, and advisors who do not. */
export async function seedEventPeople(
  { appUrl, identity }: Installation,
  advisors: number,
): Promise<EventPeople> {
  const database = createPool({ url: appUrl, size: 4, applicationName: 'faults', connectTimeoutMs: 30_000 })
  try {
    const { application, key } = await addApplication(database, identity.environment, {
      name: 'Events',
      redirectUris: ['http://127.0.0.1:4000/callback'],
      scopes,
      grantTypes: ['authorization_code', 'client_credentials'],
      usagePlan: { ratePerSecond: 10_000, burst: 100_000, dailyQuota: null },
    })
    const firm = await addFirm(database, { name: 'Readers' })
    const ids: number[] = []
    for (let index = 0; index < advisors + strangers; index += 1) {
      const identifier = `reader-${index}`
      const { id } = await addAdvisor(database, {
        firmId: firm.id,
        identifier,
        name: `Advisor ${index}`,
        email: `${identifier}@firm.test`,
        timeZone: 'America/New_York',
      })
      ids.push(id)
      if (index >= advisors) continue
      await mintSandboxToken({
        database,
        config: identity,
        identifier,
        clientId: application.clientId,
        scopes: ['text.messaging.read'],
        lifetimeSeconds: 24 * 3_600,
      })
    }
    const issuer = await createTokenIssuer(database)
    const nowSeconds = Math.floor(Date.now() / 1_000)
    const token = await issuer.sign({
      iss: identity.publicOrigin,
      aud: `${identity.publicOrigin}/v1`,
      cell: identity.cell,
      sub: application.clientId,
      client_id: application.clientId,
      scope: 'events.read events.manage',
      jti: randomUUID(),
      iat: nowSeconds,
      exp: nowSeconds + 12 * 3_600,
    })
    return {
      advisorIds: ids.slice(0, advisors),
      strangerIds: ids.slice(advisors),
      headers: { authorization: `Bearer ${token}`, 'x-api-key': key.apiKey },
    }
  } finally {
    await database.end()
  }
}

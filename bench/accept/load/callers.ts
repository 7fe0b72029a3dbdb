import { addApplication, mintSandboxToken } from '../../../packages/server/src/identity/index.ts'
import type { Database } from '../../../packages/server/src/platform/db/pool.ts'

const scopes = ['openid', 'text.messaging.write']
const tokenLifetimeSeconds = 6 * 3_600
const atATime = 8

interface Installation {
  readonly cell: number
  readonly environment: 'sandbox'
  readonly publicOrigin: string
  readonly secretKey: Buffer
  readonly formerSecretKeys: readonly Buffer[]
}

export interface Callers {
  readonly apiKey: string
  readonly applicationId: number
  /** Access tokens by advisor id. */
  readonly tokens: ReadonlyMap<number, string>
}

/** One application with an unlimited plan, and a token for every advisor. */
export async function addCallers(database: Database, installation: Installation): Promise<Callers> {
  const { application, key } = await addApplication(database, installation.environment, {
    name: 'Bench',
    redirectUris: ['http://127.0.0.1:4000/callback'],
    scopes,
    grantTypes: [],
    usagePlan: { ratePerSecond: 1_000_000, burst: 1_000_000, dailyQuota: null },
  })
  const { rows: advisors } = await database.query<{ id: number; identifier: string }>(
    'select id, identifier from advisor order by id',
  )
  const tokens = new Map<number, string>()
  const waiting = [...advisors]
  const mint = async (): Promise<void> => {
    for (let advisor = waiting.pop(); advisor; advisor = waiting.pop()) {
      const token = await mintSandboxToken({
        database,
        config: installation,
        identifier: advisor.identifier,
        clientId: application.clientId,
        scopes,
        lifetimeSeconds: tokenLifetimeSeconds,
      })
      tokens.set(advisor.id, token)
    }
  }
  await Promise.all(Array.from({ length: atATime }, mint))
  const { rows } = await database.query<{ id: number }>('select id from application where client_id = $1', [
    application.clientId,
  ])
  return { apiKey: key.apiKey, applicationId: rows[0]?.id ?? 0, tokens }
}

import { createGuard } from '../../src/identity/serve.ts'
import type { Database } from '../../src/platform/db/pool.ts'
import { testOrigin } from './http.ts'

/** Settings without Redis and without an external issuer. */
export const guardSettings = {
  environment: 'sandbox',
  publicOrigin: testOrigin,
  redisUrl: undefined,
  outsideIssuer: undefined,
  outsideJwksUrl: undefined,
  outsideAudience: undefined,
  outsideClaims: { advisor: 'sub', client: 'client_id', scope: 'scope' },
  formerSecretKeys: [],
  webhookNetworks: [{ address: '127.0.0.0', prefix: 8, family: 'ipv4' as const }],
} as const

/** The real guard, for tests of the code behind it. */
export const createTestGuard = (database: Database): ReturnType<typeof createGuard> =>
  createGuard({ database, config: guardSettings, log: { info: () => {}, warn: () => {} } })

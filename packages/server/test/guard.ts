import type { Database } from '../src/db/pool.ts'
import { createGuard } from '../src/identity/serve.ts'
import { testOrigin } from './http.ts'

/** Of an installation that is alone: no Redis, no other issuer. */
export const guardSettings = {
  environment: 'sandbox',
  publicOrigin: testOrigin,
  redisUrl: undefined,
  outsideIssuer: undefined,
  outsideJwksUrl: undefined,
  outsideAudience: undefined,
  outsideClaims: { advisor: 'sub', client: 'client_id', scope: 'scope' },
} as const

/** The real guard, for tests of what lies behind it. */
export const createTestGuard = (database: Database): ReturnType<typeof createGuard> =>
  createGuard({ database, config: guardSettings, log: { info: () => {}, warn: () => {} } })

import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { startGuardedServer } from '../../../test/guarded-server.ts'
import { testOrigin } from '../../../test/http.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { createAdvisor, createApiKey, createApplication } from '../../../test/people.ts'
import { mintSandboxToken } from '../authorization/mint-sandbox-token.ts'
import { rotateSigningKey } from '../authorization/rotate-signing-key.ts'

const { database, drop } = await createTestDatabase()
afterAll(drop)

it('tokens that this installation signs are let in, before and after its key is changed', async () => {
  const { clock, pass } = movableClock()
  const server = await startGuardedServer({ database, config: { publicOrigin: testOrigin }, clock })
  const secretKey = randomBytes(32)
  const advisor = await createAdvisor(database)
  const application = await createApplication(database)
  const { apiKey } = await createApiKey(database, application.id)
  const mint = () =>
    mintSandboxToken({
      database,
      config: { publicOrigin: testOrigin, environment: 'sandbox', cell: 1, secretKey },
      identifier: advisor.identifier,
      clientId: application.clientId,
      scopes: ['openid', 'core.contacts.read'],
      lifetimeSeconds: 12 * 3600,
    })
  const before = await mint()
  expect((await server.call(before, apiKey)).status).toBe(200)
  await rotateSigningKey(database, secretKey, { afterSeconds: 0 })
  pass(5)
  expect((await server.call(await mint(), apiKey)).status).toBe(200)
  expect((await server.call(before, apiKey)).status).toBe(200)
  await server.close()
})

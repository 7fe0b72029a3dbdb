import { expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { createSecretKeys } from '../../../test/people/create-secret-keys.ts'
import { createAdvisor, createApiKey, createApplication } from '../../../test/people/people.ts'
import { startGuardedServer } from '../../../test/servers/guarded-server.ts'
import { testOrigin } from '../../../test/servers/http.ts'
import { mintSandboxToken } from '../authorization/mint-sandbox-token.ts'
import { rotateSigningKey } from '../authorization/signing-keys/rotate-signing-key.ts'

const { database } = await useTestDatabase()

it('tokens signed by this installation are accepted, before and after a key rotation', async () => {
  const { clock, pass } = movableClock()
  const server = await startGuardedServer({ database, config: { publicOrigin: testOrigin }, clock })
  const secretKeys = createSecretKeys()
  const advisor = await createAdvisor(database)
  const application = await createApplication(database)
  const { apiKey } = await createApiKey(database, application.id)
  const mint = () =>
    mintSandboxToken({
      database,
      config: { publicOrigin: testOrigin, environment: 'sandbox', cell: 1, ...secretKeys },
      identifier: advisor.identifier,
      clientId: application.clientId,
      scopes: ['openid', 'core.contacts.read'],
      lifetimeSeconds: 12 * 3600,
    })
  const before = await mint()
  expect((await server.call(before, apiKey)).status).toBe(200)
  await rotateSigningKey(database, secretKeys, { afterSeconds: 0 })
  pass(5)
  expect((await server.call(await mint(), apiKey)).status).toBe(200)
  expect((await server.call(before, apiKey)).status).toBe(200)
  await server.close()
})

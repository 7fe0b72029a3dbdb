// Anybody can begin a sign-in, so beginning one must not make us call the firm's provider each time.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdvisorApp, startAdvisorApp } from '../../../../test/servers/advisor-app.ts'
import { startAt } from '../../../../test/servers/firm-sign-in.ts'
import { proofTextOf } from './domain-proof.ts'
import { setFirmSignIn } from './set-firm-sign-in.ts'
import { showFirmSignIn } from './show-firm-sign-in.ts'
import { verifyDomain } from './verify-domain.ts'

let app: AdvisorApp
let calls = 0
let isAway = false
const provider = createServer((_request, response) => {
  calls += 1
  if (isAway) return response.writeHead(503).end()
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
  }
  return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
})
beforeAll(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  app = await startAdvisorApp()
})
afterAll(async () => {
  provider.close()
  await app.close()
})

it('the provider is asked again after it was away and when the settings change, and not for each sign-in', async () => {
  const { firmId } = await app.welcome()
  const domain = 'often.example'
  const set = (clientId: string): Promise<unknown> =>
    setFirmSignIn(
      app.database,
      { environment: 'sandbox', secretKeys: app.secretKeys },
      {
        firmId,
        issuer: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
        clientId,
        clientSecret: 'a-secret-of-the-firm-s-provider',
        domains: [domain],
        isOnly: false,
      },
    )
  await set('parley')
  const { domains } = await showFirmSignIn(app.database, firmId)
  await verifyDomain(app.database, async () => domains.map(({ proof }) => proofTextOf(proof)), {
    firmId,
    domain,
  })
  const start = async (): Promise<number> => (await startAt(app, `kim@${domain}`)).answer.status
  isAway = true
  expect(await start()).toBe(503)
  isAway = false
  calls = 0
  expect(await Promise.all(Array.from({ length: 20 }, start))).toEqual(Array(20).fill(303))
  expect(calls).toBe(1)
  await set('another')
  expect(await start()).toBe(303)
  expect(calls).toBe(2)
})

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { createSecretKeys } from '../../../test/people/create-secret-keys.ts'
import {
  authorizationUrl,
  createPartner,
  type OAuthServer,
  type Partner,
  startOAuthServer,
} from '../../../test/servers/oauth-server.ts'
import { authorizationsPlan, failuresPlan } from '../access/address-limit.ts'

const { database } = await useTestDatabase()
const secretKeys = createSecretKeys(Buffer.alloc(32, 7))
const servers: OAuthServer[] = []
let server: OAuthServer
let partner: Partner
beforeEach(async () => {
  server = await startOAuthServer({ database, secretKeys })
  servers.push(server)
  partner = await createPartner(database)
})
afterAll(async () => {
  for (const { app } of servers) await app.close()
})

const askForToken = (clientSecret: string): Promise<Response> =>
  fetch(`${server.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: partner.clientId,
      client_secret: clientSecret,
      scope: 'text.messaging.read',
      advisor: 'nobody',
    }),
  })

/** Sends requests until it must wait; returns how many were accepted. */
async function askUntilRefused(ask: () => Promise<Response>): Promise<{ heard: number; refused: Response }> {
  for (let heard = 0; heard < 2_000; heard += 1) {
    const answer = await ask()
    if (answer.status === 429) return { heard, refused: answer }
    await answer.text()
  }
  throw new Error('no request was refused')
}

describe('429', () => {
  it('for wrong client secrets, and nothing more is looked up', async () => {
    const { heard, refused } = await askUntilRefused(() => askForToken('wrong'))
    expect(heard).toBeGreaterThanOrEqual(failuresPlan.burst)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' })
    expect(refused.headers.get('cache-control')).toBe('no-store')
  })

  it('not for a right secret, no matter how often it is used', async () => {
    for (let call = 0; call < failuresPlan.burst + 50; call += 1) {
      expect((await askForToken(partner.clientSecret)).status).toBe(400)
    }
  }, 480_000)

  it('for a flood of authorization requests, which then store nothing', async () => {
    const count = async (): Promise<number> => {
      const { rows } = await database.query<{ count: number }>(
        `select count(*) from oauth_artifact where model = 'Interaction'`,
      )
      return rows[0]?.count ?? 0
    }
    const before = await count()
    const ask = () => fetch(authorizationUrl(server, partner), { redirect: 'manual' })
    const { heard, refused } = await askUntilRefused(ask)
    expect(heard).toBeGreaterThanOrEqual(authorizationsPlan.burst)
    expect((await count()) - before).toBe(heard)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('content-type')).toContain('text/html')
  })
})

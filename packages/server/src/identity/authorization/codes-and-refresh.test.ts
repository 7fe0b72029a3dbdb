import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { age, grantOf, revokerOf } from '../../../test/people/oauth-artifacts.ts'
import { createAdvisor, type TestAdvisor } from '../../../test/people/people.ts'
import {
  allScopes,
  authorizationUrl,
  createPartner,
  exchange,
  type OAuthServer,
  obtainCode,
  obtainTokens,
  type Parameters,
  type Partner,
  redirectUri,
  refresh,
  startOAuthServer,
  TestBrowser,
  verifier,
} from '../../../test/servers/oauth-server.ts'
import { revokeGrant } from '../applications/revoke-grant.ts'
import { deleteExpiredArtifacts } from './delete-expired-artifacts.ts'

const { database } = await useTestDatabase()
let server: OAuthServer
let partner: Partner
let advisor: TestAdvisor

beforeAll(async () => {
  server = await startOAuthServer({ database })
  partner = await createPartner(database)
})
beforeEach(async () => {
  advisor = await createAdvisor(database)
  server.person.signsInAs = advisor.identifier
})
afterAll(() => server.app.close())

const refused = { status: 400, body: { error: 'invalid_grant' } }

describe('a code gives tokens', () => {
  it('exactly once when it is redeemed three times at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const code = await obtainCode(server, partner)
      const answers = await Promise.all([1, 2, 3].map(() => exchange(server, partner, code)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    }
  })

  it('and everything that is stored for them names the advisor and expires', async () => {
    const { body } = await exchange(server, partner, await obtainCode(server, partner))
    await refresh(server, partner, body.refresh_token)
    const { rows } = await database.query(
      `select model, bool_and(expires_at > now()) as expires from oauth_artifact where advisor_id = $1 group by model order by model`,
      [advisor.id],
    )
    expect(rows).toEqual(
      ['AuthorizationCode', 'Grant', 'RefreshToken', 'Session'].map(model => ({ model, expires: true })),
    )
  })

  it('not a second time, which also revokes the tokens of the first time', async () => {
    const code = await obtainCode(server, partner)
    const { body } = await exchange(server, partner, code)
    await age(database, code, 30)
    expect(await exchange(server, partner, code)).toMatchObject(refused)
    expect(await grantOf(database, body.access_token)).toEqual({ revoked: true, artifacts: 0 })
    expect(await revokerOf(database, body.access_token)).toEqual({ kind: 'system', task: 'token reuse' })
    expect(await refresh(server, partner, body.refresh_token)).toMatchObject(refused)
    expect(await exchange(server, partner, code)).toMatchObject(refused)
  })

  it('not after 60 seconds', async () => {
    const code = await obtainCode(server, partner)
    await age(database, code, 50)
    expect((await exchange(server, partner, code)).status).toBe(200)
    const late = await obtainCode(server, partner)
    await age(database, late, 60)
    expect(await exchange(server, partner, late)).toMatchObject(refused)
  })

  const other = 'x'.repeat(43)
  it.each<[string, Parameters, string]>([
    ['with another verifier', { code_verifier: other }, 'invalid_grant'],
    ['without a verifier', { code_verifier: undefined }, 'invalid_grant'],
    ['with a verifier of 42 characters', { code_verifier: verifier.slice(1) }, 'invalid_request'],
    ['with a verifier of 129 characters', { code_verifier: 'x'.repeat(129) }, 'invalid_request'],
    ['with another redirect URI', { redirect_uri: `${redirectUri}/extra` }, 'invalid_grant'],
    ['without a redirect URI', { redirect_uri: undefined }, 'invalid_request'],
    ['when it is made up', { code: other }, 'invalid_grant'],
    ['when it holds a NUL', { code: 'a\u0000' }, 'invalid_grant'],
    ['when it is left out', { code: undefined }, 'invalid_request'],
    ['for another resource', { resource: 'https://evil.example' }, 'invalid_target'],
  ])('not %s', async (_how, changed, error) => {
    const code = await obtainCode(server, partner)
    const answer = await exchange(server, partner, code, changed)
    expect(answer).toMatchObject({ status: 400, body: { error } })
    expect(answer.body).not.toHaveProperty('access_token')
  })

  it('not to another application', async () => {
    const thief = await createPartner(database)
    expect(await exchange(server, thief, await obtainCode(server, partner))).toMatchObject(refused)
  })

  it('not once the advisor, or the firm, is disabled', async () => {
    const code = await obtainCode(server, partner)
    await database.query('update advisor set active = false where id = $1', [advisor.id])
    expect(await exchange(server, partner, code)).toMatchObject(refused)
    await database.query('update advisor set active = true where id = $1', [advisor.id])
    const second = await obtainCode(server, partner)
    await database.query('update firm set active = false where id = $1', [advisor.firmId])
    expect(await exchange(server, partner, second)).toMatchObject(refused)
  })

  it('not once the grant is revoked', async () => {
    const browser = new TestBrowser()
    const first = await browser.visit(authorizationUrl(server, partner, { scope: 'openid' }))
    const { body } = await exchange(server, partner, first.callback?.searchParams.get('code') ?? '')
    const second = await browser.visit(authorizationUrl(server, partner, { scope: 'openid' }))
    await revokeGrant(database, String(decodeJwt(body.access_token)['gid']))
    expect(await exchange(server, partner, second.callback?.searchParams.get('code') ?? '')).toMatchObject(
      refused,
    )
  })
})

describe('a refresh token gives a new pair', () => {
  it('whose refresh token is the next one', async () => {
    let token = (await obtainTokens(server, partner)).refresh_token
    const seen = new Set([token])
    for (let round = 0; round < 3; round += 1) {
      const { status, body } = await refresh(server, partner, token)
      expect(status).toBe(200)
      token = body.refresh_token
      seen.add(token)
    }
    expect(seen.size).toBe(4)
  })

  it('and the same successor if the response was lost and it is presented again within 60 seconds', async () => {
    const { refresh_token } = await obtainTokens(server, partner)
    const first = await refresh(server, partner, refresh_token)
    await age(database, refresh_token, 58)
    const again = await refresh(server, partner, refresh_token)
    expect(again.status).toBe(200)
    expect(again.body.refresh_token).toBe(first.body.refresh_token)
    const onward = await refresh(server, partner, first.body.refresh_token)
    expect(onward.status).toBe(200)
    expect((await refresh(server, partner, refresh_token)).body.refresh_token).toBe(first.body.refresh_token)
    expect((await refresh(server, partner, onward.body.refresh_token)).status).toBe(200)
  })

  it('and the same successor for several at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { refresh_token } = await obtainTokens(server, partner)
      const answers = await Promise.all([1, 2, 3].map(() => refresh(server, partner, refresh_token)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
    }
  })

  it('not after 60 seconds, when using it again revokes the whole grant', async () => {
    const first = await obtainTokens(server, partner)
    const second = await refresh(server, partner, first.refresh_token)
    const third = await refresh(server, partner, second.body.refresh_token)
    await age(database, first.refresh_token, 61)
    expect(await refresh(server, partner, first.refresh_token)).toMatchObject(refused)
    expect(await grantOf(database, first.access_token)).toEqual({ revoked: true, artifacts: 0 })
    for (const { refresh_token } of [first, second.body, third.body]) {
      expect(await refresh(server, partner, refresh_token)).toMatchObject(refused)
    }
  })

  it('with the same scopes and no more, or fewer on request', async () => {
    const { refresh_token } = await obtainTokens(server, partner, {
      scope: 'openid offline_access text.messaging.read',
    })
    const more = await refresh(server, partner, refresh_token, { scope: 'openid text.messaging.write' })
    expect(more).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
    const less = await refresh(server, partner, refresh_token, { scope: 'text.messaging.read' })
    expect(less.body.scope).toBe('text.messaging.read')
    const all = await refresh(server, partner, less.body.refresh_token)
    expect(all.body.scope).toBe('openid offline_access text.messaging.read')
  })

  it('without a scope removed from the application since', async () => {
    const shrinking = await createPartner(database)
    const { refresh_token } = await obtainTokens(server, shrinking)
    await database.query(
      `update application set scopes = array_remove(scopes, 'core.contacts.write') where id = $1`,
      [shrinking.id],
    )
    const { body } = await refresh(server, shrinking, refresh_token)
    expect(body.scope).toBe(allScopes.replace('core.contacts.write ', ''))
  })

  it('not after 90 days without use', async () => {
    const { refresh_token } = await obtainTokens(server, partner)
    await age(database, refresh_token, 90 * 86_400)
    expect(await refresh(server, partner, refresh_token)).toMatchObject(refused)
    expect(await deleteExpiredArtifacts(database)).toBeGreaterThan(0)
    expect(await refresh(server, partner, refresh_token)).toMatchObject(refused)
  })

  it('not when the advisor authorized it a year ago, no matter how often it was refreshed', async () => {
    const { refresh_token, access_token } = await obtainTokens(server, partner)
    await age(database, String(decodeJwt(access_token)['gid']), 365 * 86_400)
    expect(await refresh(server, partner, refresh_token)).toMatchObject(refused)
  })

  it('not to another application, and stays valid', async () => {
    const thief = await createPartner(database)
    const { refresh_token } = await obtainTokens(server, partner)
    expect(await refresh(server, thief, refresh_token)).toMatchObject(refused)
    expect((await refresh(server, partner, refresh_token)).status).toBe(200)
    expect(await refresh(server, thief, refresh_token)).toMatchObject(refused)
    expect((await refresh(server, partner, refresh_token)).status).toBe(200)
  })

  it('not once the advisor is disabled', async () => {
    const { refresh_token } = await obtainTokens(server, partner)
    await database.query('update advisor set active = false where id = $1', [advisor.id])
    expect(await refresh(server, partner, refresh_token)).toMatchObject(refused)
  })

  it('not once the grant is revoked, by the operator or only in its row', async () => {
    const first = await obtainTokens(server, partner)
    await revokeGrant(database, String(decodeJwt(first.access_token)['gid']))
    expect(await refresh(server, partner, first.refresh_token)).toMatchObject(refused)
    const second = await obtainTokens(server, partner)
    await database.query('update authorization_grant set revoked_at = now() where grant_id = $1', [
      decodeJwt(second.access_token)['gid'],
    ])
    expect(await refresh(server, partner, second.refresh_token)).toMatchObject(refused)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { grantOf, revokerOf } from '../../../test/people/oauth-artifacts.ts'
import { createAdvisor, type TestAdvisor } from '../../../test/people/people.ts'
import {
  addSecret,
  createPartner,
  exchange,
  type OAuthServer,
  obtainCode,
  obtainTokens,
  type Parameters,
  type Partner,
  post,
  redirectUri,
  refresh,
  startOAuthServer,
  type TokenAnswer,
} from '../../../test/servers/oauth-server.ts'
import { allowApplication } from './allow-application.ts'

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

describe('revocation', () => {
  const revoke = (token: string, by: Partner, changed: Parameters = {}): Promise<TokenAnswer> =>
    post(`${server.origin}/oauth/revoke`, {
      token,
      client_id: by.clientId,
      client_secret: by.clientSecret,
      ...changed,
    })

  it('ends the grant of a refresh token, also of one that was rotated', async () => {
    const first = await obtainTokens(server, partner)
    const second = await refresh(server, partner, first.refresh_token)
    expect((await revoke(first.refresh_token, partner)).status).toBe(200)
    expect(await grantOf(database, first.access_token)).toEqual({ revoked: true, artifacts: 0 })
    expect(await revokerOf(database, first.access_token)).toEqual({
      kind: 'application',
      applicationId: partner.id,
    })
    expect(await refresh(server, partner, second.body.refresh_token)).toMatchObject(refused)
  })

  it('responds the same to an unknown or foreign token, and changes nothing', async () => {
    const other = await createPartner(database)
    const tokens = await obtainTokens(server, partner)
    const answers = await Promise.all([revoke('unknown', other), revoke(tokens.refresh_token, other)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await refresh(server, partner, tokens.refresh_token)).status).toBe(200)
  })

  it('does not accept access tokens, which expire by themselves', async () => {
    const { access_token } = await obtainTokens(server, partner)
    expect(await revoke(access_token, partner)).toMatchObject({
      status: 400,
      body: { error: 'unsupported_token_type' },
    })
  })

  it('requires the client secret', async () => {
    const { refresh_token } = await obtainTokens(server, partner)
    expect((await revoke(refresh_token, partner, { client_secret: 'wrong' })).status).toBe(401)
  })

  it('does not affect other grants of the same advisor', async () => {
    const first = await obtainTokens(server, partner)
    const second = await obtainTokens(server, partner)
    await revoke(first.refresh_token, partner)
    expect((await refresh(server, partner, second.refresh_token)).status).toBe(200)
  })
})

describe('an application is authenticated', () => {
  it('with either secret during a rotation, and not with an expired one', async () => {
    const rotating = await createPartner(database)
    const clientSecret = await addSecret(database, rotating.id)
    for (const secret of [rotating.clientSecret, clientSecret]) {
      const code = await obtainCode(server, rotating)
      expect((await exchange(server, rotating, code, { client_secret: secret })).status).toBe(200)
    }
    await database.query(
      `update client_secret set expires_at = now() where application_id = $1 and expires_at is null`,
      [rotating.id],
    )
    expect(await exchange(server, rotating, 'x')).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
  })

  it.each<[string, Parameters, number, string]>([
    ['with a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['with what stands in for no secret', { client_secret: 'none' }, 401, 'invalid_client'],
    ['without a secret', { client_secret: undefined }, 401, 'invalid_client'],
    ['with an empty secret', { client_secret: '' }, 401, 'invalid_client'],
    ['under a name that is not known', { client_id: 'app_unknown' }, 401, 'invalid_client'],
    ['under no name', { client_id: undefined }, 400, 'invalid_request'],
    [
      'to use a password',
      { grant_type: 'password', username: 'a', password: 'b' },
      400,
      'unsupported_grant_type',
    ],
    ['to use the implicit grant', { grant_type: 'implicit' }, 400, 'unsupported_grant_type'],
    [
      'to use a device code',
      { grant_type: 'urn:ietf:params:oauth:grant-type:device_code' },
      400,
      'unsupported_grant_type',
    ],
    ['to use no grant', { grant_type: undefined }, 400, 'invalid_request'],
  ])('not %s', async (_how, changed, status, error) => {
    expect(await exchange(server, partner, 'x', changed)).toMatchObject({ status, body: { error } })
  })

  it('not with the hash of its secret', async () => {
    const { rows } = await database.query<{ hash: Buffer }>(
      'select hash from client_secret where application_id = $1',
      [partner.id],
    )
    const client_secret = rows[0]?.hash.toString('hex')
    expect((await exchange(server, partner, 'x', { client_secret })).status).toBe(401)
  })

  it('with its secret in an Authorization header too, as the standard requires', async () => {
    const { clientId, clientSecret } = partner
    const form = { grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri }
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    expect(await post(`${server.origin}/oauth/token`, form, { authorization })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
  })

  it('not by a secret in the URL, nor in two places at once', async () => {
    const { clientId, clientSecret } = partner
    const query = new URLSearchParams({ client_id: clientId, client_secret: clientSecret })
    const form = { grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri }
    expect((await post(`${server.origin}/oauth/token?${query.toString()}`, form)).status).toBe(400)
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const both = { ...form, client_id: clientId, client_secret: clientSecret }
    expect(await post(`${server.origin}/oauth/token`, both, { authorization })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
  })

  it('not once it is disabled', async () => {
    const disabled = await createPartner(database)
    const { refresh_token } = await obtainTokens(server, disabled)
    await database.query('update application set active = false where id = $1', [disabled.id])
    expect(await refresh(server, disabled, refresh_token)).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
  })

  it('to refresh only if that was provisioned', async () => {
    const without = await createPartner(database)
    const { refresh_token } = await obtainTokens(server, without)
    await database.query(`update application set grant_types = '{authorization_code}' where id = $1`, [
      without.id,
    ])
    expect(await refresh(server, without, refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'unauthorized_client' },
    })
  })

  it('only in a form', async () => {
    const answers = await Promise.all(
      ['application/json', 'text/plain', 'multipart/form-data; boundary=x'].map(type =>
        fetch(`${server.origin}/oauth/token`, {
          method: 'POST',
          headers: { 'content-type': type },
          body: '{}',
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
    const large = await post(`${server.origin}/oauth/token`, { code: 'x'.repeat(60_000) })
    expect(large.status).toBe(400)
  })
})

it('records an allowed application even before anything is redeemed', async () => {
  const grantId = await allowApplication(server.authorization, {
    identifier: advisor.identifier,
    clientId: partner.clientId,
    scopes: ['openid'],
  })
  const { rows } = await database.query('select scopes from authorization_grant where grant_id = $1', [
    grantId,
  ])
  expect(rows).toEqual([{ scopes: ['openid'] }])
  await expect(
    allowApplication(server.authorization, {
      identifier: 'nobody',
      clientId: partner.clientId,
      scopes: ['openid'],
    }),
  ).rejects.toThrow('does not exist')
})

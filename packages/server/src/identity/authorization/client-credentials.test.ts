import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import {
  createPartner,
  type OAuthServer,
  type Parameters,
  type Partner,
  post,
  startOAuthServer,
  type TokenAnswer,
} from '../../../test/oauth-server.ts'
import { createAdvisor, grantAccess, type TestAdvisor } from '../../../test/people.ts'
import { revokeGrant } from './revoke-grant.ts'

const { database, drop } = await createTestDatabase()
let server: OAuthServer
let partner: Partner
let advisor: TestAdvisor

beforeAll(async () => {
  server = await startOAuthServer({ database })
  partner = await createPartner(database)
})
beforeEach(async () => {
  advisor = await createAdvisor(database)
})
afterAll(async () => {
  await server.app.close()
  await drop()
})

const ask = (changed: Parameters = {}, by = partner): Promise<TokenAnswer> =>
  post(`${server.origin}/oauth/token`, {
    grant_type: 'client_credentials',
    client_id: by.clientId,
    client_secret: by.clientSecret,
    scope: 'text.messaging.read text.messaging.write',
    advisor: advisor.identifier,
    ...changed,
  })

const allowedByFirm = (firmId: number): Promise<unknown> =>
  database.query('insert into firm_authorization (firm_id, application_id) values ($1, $2)', [
    firmId,
    partner.id,
  ])

describe('an application on its own gets a token', () => {
  it('for an advisor who has allowed it', async () => {
    await grantAccess(database, advisor.id, partner.id)
    const { status, body } = await ask()
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'text.messaging.read text.messaging.write',
    })
    expect(decodeProtectedHeader(body.access_token)).toMatchObject({ typ: 'at+jwt', alg: 'ES256' })
    const claims = decodeJwt(body.access_token)
    expect(claims).toEqual({
      iss: server.origin,
      aud: `${server.origin}/v1`,
      sub: partner.clientId,
      client_id: partner.clientId,
      scope: 'text.messaging.read text.messaging.write',
      advisor_id: advisor.id,
      firm_id: advisor.firmId,
      cell: 1,
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: Number(claims.iat) + 900,
    })
  })

  it('for an advisor whose firm has allowed it', async () => {
    await allowedByFirm(advisor.firmId)
    expect((await ask({ scope: 'text.messaging.read' })).body.scope).toBe('text.messaging.read')
  })

  it('for the API, also when it names it', async () => {
    await allowedByFirm(advisor.firmId)
    expect((await ask({ resource: `${server.origin}/v1` })).status).toBe(200)
    expect((await ask({ resource: 'https://evil.example' })).body.error).toBe('invalid_target')
  })
})

describe('unauthorized_client', () => {
  const refused = { status: 400, body: { error: 'unauthorized_client' } }

  it('for an advisor who has not allowed it, does not exist, or cannot exist', async () => {
    const other = await createAdvisor(database)
    await grantAccess(database, other.id, partner.id)
    const answers = await Promise.all([ask(), ask({ advisor: 'nobody' }), ask({ advisor: "a'\u0000b" })])
    for (const answer of answers) {
      expect(answer).toMatchObject(refused)
      expect(answer.body).toEqual(answers[0]?.body)
    }
  })

  it('for an advisor who has allowed another application', async () => {
    const other = await createPartner(database)
    await grantAccess(database, advisor.id, other.id)
    expect(await ask()).toMatchObject(refused)
  })

  it('once the advisor, or the firm, has taken it back', async () => {
    const grantId = await grantAccess(database, advisor.id, partner.id)
    expect((await ask()).status).toBe(200)
    await revokeGrant(database, grantId)
    expect(await ask()).toMatchObject(refused)
    await allowedByFirm(advisor.firmId)
    expect((await ask()).status).toBe(200)
    await database.query('update firm_authorization set revoked_at = now() where firm_id = $1', [
      advisor.firmId,
    ])
    expect(await ask()).toMatchObject(refused)
  })

  it('once the advisor, or the firm, is disabled', async () => {
    await grantAccess(database, advisor.id, partner.id)
    await database.query('update advisor set active = false where id = $1', [advisor.id])
    expect(await ask()).toMatchObject(refused)
    await database.query('update advisor set active = true where id = $1', [advisor.id])
    await database.query('update firm set active = false where id = $1', [advisor.firmId])
    expect(await ask()).toMatchObject(refused)
  })

  it('without an advisor', async () => {
    expect(await ask({ advisor: undefined })).toMatchObject(refused)
    expect(await ask({ advisor: '' })).toMatchObject(refused)
  })

  it('for an application that was not provisioned for it', async () => {
    const other = await createPartner(database)
    await database.query(`update application set grant_types = '{authorization_code}' where id = $1`, [
      other.id,
    ])
    await grantAccess(database, advisor.id, other.id)
    expect(await ask({}, other)).toMatchObject(refused)
  })
})

describe('invalid_scope', () => {
  it.each([
    ['no scope', undefined],
    ['an empty scope', ''],
    ['a scope of the address book', 'core.contacts.read'],
    ['one beside a texting scope', 'text.messaging.read core.content.read'],
    ['openid', 'openid text.messaging.read'],
    ['offline_access', 'offline_access text.messaging.read'],
    ['a scope that does not exist', 'text.messaging.delete'],
  ])('for %s', async (_what, scope) => {
    await allowedByFirm(advisor.firmId)
    expect(await ask({ scope })).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
  })

  it('for a texting scope that was not provisioned', async () => {
    const reader = await createPartner(database, ['text.messaging.read'])
    await grantAccess(database, advisor.id, reader.id)
    expect((await ask({ scope: 'text.messaging.write' }, reader)).body.error).toBe('invalid_scope')
    expect((await ask({ scope: 'text.messaging.read' }, reader)).status).toBe(200)
  })
})

it('refuses an advisor who is named twice', async () => {
  await grantAccess(database, advisor.id, partner.id)
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: partner.clientId,
    client_secret: partner.clientSecret,
    scope: 'text.messaging.read',
    advisor: advisor.identifier,
  })
  form.append('advisor', 'another')
  const answer = await fetch(`${server.origin}/oauth/token`, { method: 'POST', body: form })
  expect(answer.status).toBe(400)
})

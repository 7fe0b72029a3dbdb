import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import {
  authorizeForFirm,
  createAdvisor,
  grantAccess,
  type TestAdvisor,
} from '../../../test/people/people.ts'
import {
  createPartner,
  type OAuthServer,
  obtainTokens,
  type Parameters,
  type Partner,
  post,
  startOAuthServer,
  type TokenAnswer,
} from '../../../test/servers/oauth-server.ts'
import { revokeGrant } from '../applications/revoke-grant.ts'

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
})
afterAll(() => server.app.close())

const ask = (changed: Parameters = {}, by = partner): Promise<TokenAnswer> =>
  post(`${server.origin}/oauth/token`, {
    grant_type: 'client_credentials',
    client_id: by.clientId,
    client_secret: by.clientSecret,
    scope: 'text.messaging.read text.messaging.write',
    advisor: advisor.identifier,
    ...changed,
  })

const allowedByFirm = (firmId: number, scopes?: readonly string[]): Promise<unknown> =>
  authorizeForFirm(database, firmId, partner.id, scopes)

describe('client credentials give a token', () => {
  it('for the application by itself, which names no advisor and holds no scope of one', async () => {
    const reader = await createPartner(database, ['text.messaging.read', 'events.read'])
    const { status, body } = await ask({ advisor: undefined, scope: 'events.read' }, reader)
    expect([status, body.scope]).toEqual([200, 'events.read'])
    const claims = decodeJwt(body.access_token)
    expect(claims).toMatchObject({ sub: reader.clientId, client_id: reader.clientId, cell: 1 })
    expect(claims).not.toHaveProperty('advisor_id')
    const refused: Parameters[] = [
      { advisor: undefined, scope: 'events.read text.messaging.read' },
      { advisor: undefined, scope: 'core.contacts.read' },
      { scope: 'events.read' },
    ]
    for (const changed of refused) expect((await ask(changed, reader)).body.error).toBe('invalid_scope')
    // It must be provisioned.
    expect((await ask({ advisor: undefined, scope: 'events.read' })).body.error).toBe('invalid_scope')
  })

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

  it('for the API, also with an explicit resource parameter', async () => {
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

  it('once the advisor, or the firm, has revoked it', async () => {
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

describe('a grant that does not cover the request', () => {
  const read = 'text.messaging.read'
  const write = 'text.messaging.write'
  const allow = (scopes: readonly string[], lifetimeDays?: number): Promise<string> =>
    grantAccess(database, advisor.id, partner.id, {
      scopes,
      ...(lifetimeDays !== undefined && { lifetimeDays }),
    })
  const outcomeOf = async (scope: string): Promise<string> => {
    const { status, body } = await ask({ scope })
    return status === 200 ? 'given' : `${status} ${body.error}`
  }

  it('gives no token for what the advisor did not allow', async () => {
    await allow(['openid'])
    expect(await outcomeOf(write)).toBe('400 invalid_scope')
    await allow(['openid', read])
    expect(await outcomeOf(read)).toBe('given')
    expect(await outcomeOf(write)).toBe('400 invalid_scope')
    expect(await outcomeOf(`${read} ${write}`)).toBe('400 invalid_scope')
  })

  it('is combined with the other valid grants and with what the firm allows', async () => {
    await allow(['openid', read])
    await allowedByFirm(advisor.firmId, [write])
    expect(await outcomeOf(`${read} ${write}`)).toBe('given')
  })

  it('gives no token for what the firm did not allow', async () => {
    await allowedByFirm(advisor.firmId, [read])
    expect(await outcomeOf(read)).toBe('given')
    expect(await outcomeOf(write)).toBe('400 invalid_scope')
  })

  it('expires after a year, for the scopes that no newer grant covers', async () => {
    await allow(['openid', write], -1)
    expect(await outcomeOf(write)).toBe('400 unauthorized_client')
    await allow(['openid', read], 1)
    expect(await outcomeOf(read)).toBe('given')
    expect(await outcomeOf(write)).toBe('400 invalid_scope')
  })
})

it('records when a grant ends: a year after the advisor allowed it', async () => {
  server.person.signsInAs = advisor.identifier
  const { rows } = await database.query<{ days: number }>(
    `select extract(day from expires_at - granted_at)::integer as days
     from authorization_grant where grant_id = $1`,
    [decodeJwt((await obtainTokens(server, partner)).access_token)['gid']],
  )
  expect(rows).toEqual([{ days: 365 }])
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

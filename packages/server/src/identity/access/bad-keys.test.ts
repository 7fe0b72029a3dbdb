import { afterAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { expectProblem } from '../../../test/http/expect-problem.ts'
import { type Answer, send } from '../../../test/http/raw-client.ts'
import { createTokenIssuer, createVisitor } from '../../../test/people/access-tokens.ts'
import { createApiKey, createApplication } from '../../../test/people/people.ts'
import { guardedPath, startGuardedServer } from '../../../test/servers/guarded-server.ts'
import { testOrigin } from '../../../test/servers/http.ts'
import { issueSecret } from '../secrets.ts'

const { database } = await useTestDatabase()
const server = await startGuardedServer({ database, config: { publicOrigin: testOrigin } })
afterAll(() => server.close())

const issuer = await createTokenIssuer(database)
const visitor = await createVisitor(database, testOrigin)
const token = await issuer.sign(visitor.claims())

const details = {
  missing: 'The x-api-key header is missing.',
  notAccepted:
    'The x-api-key header holds no valid key of the application that the access token was issued to.',
} as const

function expectForbidden(answer: Answer, why: keyof typeof details): void {
  const problem = expectProblem(answer, { status: 403, code: 'forbidden', instance: guardedPath })
  expect(Object.keys(problem)).toHaveLength(8)
  expect(problem.detail).toBe(details[why])
  expect(answer.headers['www-authenticate']).toBeUndefined()
}

describe('200', () => {
  it('accepts any unrevoked key of the application', async () => {
    const { apiKey } = await createApiKey(database, visitor.application.id)
    expect(await server.call(token, visitor.apiKey)).toMatchObject({ status: 200 })
    expect(await server.call(token, apiKey)).toMatchObject({ status: 200 })
  })
})

describe('403 forbidden, naming the header', () => {
  it('for a request without a key', async () => {
    expectForbidden(await server.call(token, undefined), 'missing')
  })

  it('for an empty key', async () => {
    expectForbidden(await server.call(token, ''), 'missing')
  })

  it('for a key in the query string', async () => {
    const path = `${guardedPath}?x-api-key=${visitor.apiKey}&api_key=${visitor.apiKey}`
    const answer = await server.call(token, undefined, path)
    expectForbidden(answer, 'missing')
    expect(answer.body).not.toContain(visitor.apiKey)
  })

  it('for an unknown key', async () => {
    expectForbidden(await server.call(token, issueSecret('apiKey', 'sandbox').secret), 'notAccepted')
    expectForbidden(await server.call(token, `' or '1'='1`), 'notAccepted')
    expectForbidden(await server.call(token, visitor.apiKey.toUpperCase()), 'notAccepted')
    expectForbidden(await server.call(token, 'k'.repeat(10_000)), 'notAccepted')
  })

  it('for a key of the other environment', async () => {
    expectForbidden(await server.call(token, issueSecret('apiKey', 'production').secret), 'notAccepted')
  })

  it('for a key of another application, even with a valid token', async () => {
    const other = await createApplication(database)
    const { apiKey } = await createApiKey(database, other.id)
    expectForbidden(await server.call(token, apiKey), 'notAccepted')
  })

  it('for a revoked key', async () => {
    const { id, apiKey } = await createApiKey(database, visitor.application.id)
    await database.query('update api_key set revoked_at = now() where id = $1', [id])
    expectForbidden(await server.call(token, apiKey), 'notAccepted')
  })

  it('for the client secret instead of a key', async () => {
    expectForbidden(await server.call(token, issueSecret('clientSecret', 'sandbox').secret), 'notAccepted')
  })

  it('400 for two keys', async () => {
    const headers = [
      ['Authorization', `Bearer ${token}`],
      ['X-Api-Key', visitor.apiKey],
      ['X-Api-Key', visitor.apiKey],
    ] as const
    expectProblem(await send(server.port, { path: guardedPath, headers }), {
      status: 400,
      code: 'invalid_request',
    })
  })
})

describe('403 forbidden, naming the scope', () => {
  it('if the token lacks the scope', async () => {
    const narrow = await issuer.sign(visitor.claims({ scope: 'openid text.messaging.read' }))
    const problem = expectProblem(await server.call(narrow, visitor.apiKey), {
      status: 403,
      code: 'forbidden',
    })
    expect(problem.detail).toContain('core.contacts.read')
  })

  it('if the scope was removed from the application after the token was issued', async () => {
    const other = await createVisitor(database, testOrigin)
    await database.query(`update application set scopes = '{openid}' where id = $1`, [other.application.id])
    const answer = await server.call(await issuer.sign(other.claims()), other.apiKey)
    expect(expectProblem(answer, { status: 403, code: 'forbidden' }).detail).toContain('core.contacts.read')
  })

  it('before the request counts against the usage plan', async () => {
    const other = await createVisitor(database, testOrigin, { ratePerSecond: 1, burst: 1 })
    const narrow = await issuer.sign(other.claims({ scope: 'openid' }))
    for (let call = 0; call < 3; call += 1) {
      expect(await server.call(narrow, other.apiKey)).toMatchObject({ status: 403 })
    }
    expect(await server.call(await issuer.sign(other.claims()), other.apiKey)).toMatchObject({ status: 200 })
  })
})

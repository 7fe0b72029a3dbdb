// The directory of a firm: what it sees, and what is refused.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../../test/servers/advisor-app.ts'
import { callScim, entraUser, filtered, newUserName, patchOf } from '../../../../test/servers/scim-client.ts'
import { issueDirectoryToken } from './issue-directory-token.ts'
import { revokeDirectory } from './revoke-directory.ts'

let server: AdvisorApp
let advisor: AppClient
let token: string

beforeAll(async () => {
  server = await startAdvisorApp()
})
beforeEach(async () => {
  advisor = await server.welcome()
  const issue = { kind: 'connect', defaultRole: null } as const
  ;({ token } = await issueDirectoryToken(server.database, 'sandbox', { firmId: advisor.firmId, issue }))
})
afterAll(() => server.close())

const scim = (method: string, path: string, body?: object | string, bearer = token) =>
  callScim({ origin: server.origin, token: bearer }, method, path, body)

it('people from before the directory are found by e-mail address, linked and disabled', async () => {
  const { rows } = await server.database.query<{ email: string }>('select email from advisor where id = $1', [
    advisor.advisorId,
  ])
  const email = rows[0]?.email ?? ''
  const found = await scim('GET', filtered(`userName eq "${email}"`))
  expect(found.body.Resources).toMatchObject([
    { id: String(advisor.advisorId), userName: email, active: true },
  ])
  const linked = patchOf({ op: 'Add', path: 'externalId', value: 'entra-7' })
  expect((await scim('PATCH', `/Users/${advisor.advisorId}`, linked)).body).toMatchObject({
    externalId: 'entra-7',
  })
  await scim('PATCH', `/Users/${advisor.advisorId}`, patchOf({ op: 'replace', value: { active: false } }))
  const entries = await server.database.query(
    `select kind, entry->'actor' as actor from journal_entry order by id desc limit 3`,
  )
  const actor = { kind: 'system', task: 'firm directory' }
  expect(entries.rows).toMatchObject([
    // Of the firm, and of the account.
    { kind: 'advisor.changed', actor },
    { kind: 'advisor.changed', actor },
    { kind: 'directory.user_changed', actor },
  ])
})

it('a directory sees and changes nobody of another firm', async () => {
  const other = await server.welcome()
  const path = `/Users/${other.advisorId}`
  expect((await scim('GET', path)).status).toBe(404)
  expect((await scim('PUT', path, entraUser(newUserName()))).status).toBe(404)
  expect((await scim('PATCH', path, patchOf({ op: 'replace', value: { active: false } }))).status).toBe(404)
  expect((await scim('DELETE', path)).status).toBe(404)
  const listed = await scim('GET', '/Users')
  expect(listed.body.Resources.map(({ id }) => id)).toEqual([String(advisor.advisorId)])
  const { rows } = await server.database.query('select active from advisor where id = $1', [other.advisorId])
  expect(rows).toEqual([{ active: true }])
})

it('describes what it can do', async () => {
  expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 100 },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  })
  expect((await scim('GET', '/ResourceTypes')).body.Resources).toMatchObject([
    { id: 'User', endpoint: '/Users' },
  ])
  const { body } = await scim('GET', '/Schemas')
  expect(body.Resources).toMatchObject([{ id: 'urn:ietf:params:scim:schemas:core:2.0:User' }])
  const one = await scim('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User')
  expect(one.body).toEqual(body.Resources[0])
  expect((one.body['attributes'] as { name: string }[]).map(({ name }) => name)).toEqual([
    'userName',
    'name',
    'displayName',
    'active',
    'emails',
  ])
})

describe('nothing is accepted', () => {
  it.each(['', 'parley_directory_sandbox_short', `parley_directory_sandbox_${'a'.repeat(43)}`])(
    'with the token "%s"',
    async bearer => {
      const { status, headers } = await scim('GET', '/Users', undefined, bearer)
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="parley directory"'])
    },
  )

  it.each([
    ['a long filter', 'GET', filtered(`userName eq "${'a'.repeat(600)}"`), undefined, 400],
    ['another filter', 'GET', filtered('userName sw "a"'), undefined, 400],
    ['a filter for everybody', 'GET', filtered('active eq true or userName eq "a"'), undefined, 400],
    ['a count that is none', 'GET', '/Users?count=many', undefined, 400],
    ['no JSON', 'POST', '/Users', '{', 400],
    ['no user', 'POST', '/Users', '[]', 400],
    [
      'a user without a name',
      'POST',
      '/Users',
      '{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"]}',
      400,
    ],
    ['a body of 70 kB', 'POST', '/Users', JSON.stringify({ userName: 'a'.repeat(70_000) }), 413],
  ])('%s', async (_what, method, path, body, status) => {
    const answer = await scim(method, path, body)
    expect(answer).toMatchObject({
      status,
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status) },
    })
  })

  it('a path or filter that would keep the parser busy', async () => {
    const { body } = await scim('POST', '/Users', entraUser(newUserName()))
    const since = performance.now()
    for (const unit of ['\\', '\n', '\\"', '(', '[', 'a[b eq "']) {
      const path = `emails[type eq "${unit.repeat(200)}`
      const operations = [
        { op: 'replace', path, value: 'x' },
        { op: 'remove', path: 'emails', value: [{ value: unit.repeat(200) }] },
      ]
      for (const operation of operations) await scim('PATCH', `/Users/${body.id}`, patchOf(operation))
      await scim('GET', filtered(`userName eq "${unit.repeat(200)}`))
    }
    expect(performance.now() - since).toBeLessThan(3_000)
  })
})

it('two tokens are valid during a rotation, and none after they were revoked', async () => {
  const { database } = server
  const { firmId } = advisor
  const rotate = (overlapSeconds: number) =>
    issueDirectoryToken(database, 'sandbox', { firmId, issue: { kind: 'rotate', overlapSeconds } })
  const { token: second } = await rotate(3_600)
  const statuses = (tokens: readonly string[]) =>
    Promise.all(tokens.map(async each => (await scim('GET', '/Users', undefined, each)).status))
  expect(await statuses([token, second])).toEqual([200, 200])
  await expect(rotate(0)).rejects.toMatchObject({ code: 'conflict' })
  await revokeDirectory(database, firmId)
  expect(await statuses([token, second])).toEqual([401, 401])
  const { rows } = await database.query('select hash from directory_token where firm_id = $1', [firmId])
  expect(rows).toEqual([])
})

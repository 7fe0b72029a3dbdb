import { appOperations } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/carriers/texting.ts'
import {
  createTokenIssuer,
  createVisitor,
  type TokenIssuer,
  type Visitor,
} from '../../../test/people/access-tokens.ts'
import { authorizeForFirm, createApplication, grantAccess } from '../../../test/people/people.ts'
import { type AdvisorApp, startAdvisorApp } from '../../../test/servers/advisor-app.ts'

let server: AdvisorApp
let issuer: TokenIssuer
let visitor: Visitor
let client: Awaited<ReturnType<AdvisorApp['signIn']>>

beforeAll(async () => {
  server = await startAdvisorApp({ instances: 2 })
  issuer = await createTokenIssuer(server.database)
})
afterAll(() => server.close())
beforeEach(async () => {
  visitor = await createVisitor(server.database, server.origin)
  client = await server.signIn(visitor.advisor.id)
})

async function callAsPartner(method: string, path: string, body?: object): Promise<number> {
  const answer = await fetch(`${server.origin}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await issuer.sign(visitor.claims())}`,
      'x-api-key': visitor.apiKey,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  await answer.text()
  return answer.status
}

const list = async () => (await client.ok(appOperations.listConnectedApplications)).data
const revoke = (applicationId: number) =>
  client.call(appOperations.revokeApplication, { params: { applicationId } })

describe('200: connected applications', () => {
  it('are listed with their scopes and the time of the grant', async () => {
    const [application, ...others] = await list()
    expect(others).toEqual([])
    expect(application).toMatchObject({
      applicationId: visitor.application.id,
      name: 'An application',
      isAllowedByAdvisor: true,
      isAllowedByFirm: false,
    })
    expect(application?.scopes).toContainEqual({
      scope: 'text.messaging.write',
      words: 'Send and schedule texts, and send consent requests',
      isAllowedByAdvisor: true,
      isAllowedByFirm: false,
      dateTimeEnds: expect.stringMatching(/^\d{4}-/),
    })
    expect(application).not.toHaveProperty('dateTimeRevoked')
  })

  it('show who allows each scope and until when, and what client credentials add', async () => {
    const { id } = await createApplication(server.database)
    const { id: advisorId, firmId } = visitor.advisor
    const find = async () => (await list()).find(({ applicationId }) => applicationId === id)
    await grantAccess(server.database, advisorId, id, { scopes: ['openid'], lifetimeDays: 300 })
    expect(await find()).toMatchObject({ mayActAlone: false, scopes: [{ scope: 'openid' }] })

    const brief = { scopes: ['openid', 'text.messaging.read'], lifetimeDays: 2 }
    await grantAccess(server.database, advisorId, id, brief)
    await authorizeForFirm(server.database, firmId, id, ['text.messaging.write'])
    const shown = await find()
    expect(shown).toMatchObject({ mayActAlone: true, isAllowedByAdvisor: true, isAllowedByFirm: true })
    const days = (ends?: string) => ends && Math.round((Date.parse(ends) - Date.now()) / 86_400_000)
    expect(
      shown?.scopes.map(({ scope, isAllowedByFirm, dateTimeEnds }) => [
        scope,
        isAllowedByFirm,
        days(dateTimeEnds),
      ]),
    ).toEqual([
      ['openid', false, 300],
      ['text.messaging.read', false, 2],
      ['text.messaging.write', true, undefined],
    ])
  })

  it('whose grants have all expired have no scopes, and ended when the last grant did', async () => {
    const { id } = await createApplication(server.database)
    await grantAccess(server.database, visitor.advisor.id, id, { lifetimeDays: -3 })
    const expired = (await list()).find(({ applicationId }) => applicationId === id)
    expect(expired).toMatchObject({ scopes: [], isAllowedByAdvisor: false, mayActAlone: false })
    const daysAgo = (Date.now() - Date.parse(expired?.dateTimeRevoked ?? '')) / 86_400_000
    expect(Math.round(daysAgo)).toBe(3)
  })

  it('authorized by the firm are marked so, with texting scopes only', async () => {
    const { id } = await createApplication(server.database)
    await authorizeForFirm(server.database, visitor.advisor.firmId, id)
    const byFirm = (await list()).find(({ applicationId }) => applicationId === id)
    expect(byFirm).toMatchObject({ isAllowedByFirm: true, isAllowedByAdvisor: false })
    expect(byFirm?.scopes.map(({ scope }) => scope)).toEqual(['text.messaging.read', 'text.messaging.write'])
    expect((await revoke(id)).status).toBe(409)
  })

  it('show their own recent actions only, newest first', async () => {
    const { id: applicationId } = visitor.application
    await callAsPartner('POST', '/core/contact/contacts', { firstName: 'Maria', lastName: 'Alvarez' })
    await callAsPartner('POST', '/core/contact/groups', { name: 'Clients' })
    await client.ok(appOperations.updateProfile, { body: { name: 'Somebody' } })
    const { data } = await client.ok(appOperations.listApplicationActs, { params: { applicationId } })
    expect(data.map(({ kind, name }) => [kind, name])).toEqual([
      ['group.created', 'Clients'],
      ['contact.created', 'Maria Alvarez'],
    ])
    const quiet = await createVisitor(server.database, server.origin)
    const other = await server.signIn(quiet.advisor.id)
    const params = { applicationId: quiet.application.id }
    expect((await other.ok(appOperations.listApplicationActs, { params })).data).toEqual([])
  })
})

describe('204: an application that is revoked', () => {
  it('is refused on every process within five seconds, and its acts stay on record', async () => {
    const { id: applicationId } = visitor.application
    await grantAccess(server.database, visitor.advisor.id, applicationId)
    expect(await callAsPartner('GET', '/core/contact/groups')).toBe(200)
    const since = performance.now()
    expect((await revoke(applicationId)).status).toBe(204)
    await eventually(
      'the token is refused',
      async () => (await callAsPartner('GET', '/core/contact/groups')) === 401,
    )
    // Five seconds, plus the delay of a busy machine.
    expect(performance.now() - since).toBeLessThan(15_000)
    expect(await list()).toMatchObject([
      { applicationId, scopes: [], isAllowedByAdvisor: false, dateTimeRevoked: expect.any(String) },
    ])
    const { rows } = await server.database.query<{ entry: Record<string, unknown> }>(
      `select entry from journal_entry where advisor_id = $1 and kind = 'grant.revoked'`,
      [visitor.advisor.id],
    )
    expect(rows).toMatchObject([
      { entry: { actor: { kind: 'advisor' }, subject: { kind: 'application', id: applicationId } } },
    ])
    expect(rows).toMatchObject([{ entry: { facts: { grants: [{}, {}] } } }])
    expect((await revoke(applicationId)).status).toBe(204)
    const again = await server.database.query(
      `select from journal where advisor_id = $1 and kind = 'grant.revoked'`,
      [visitor.advisor.id],
    )
    expect(again.rows).toHaveLength(1)
  })

  it('does not end other advisors’ authorizations', async () => {
    const other = await createVisitor(server.database, server.origin)
    await grantAccess(server.database, other.advisor.id, visitor.application.id)
    await revoke(visitor.application.id)
    const { rows } = await server.database.query<object>(
      'select revoked_at from authorization_grant where advisor_id = $1',
      [other.advisor.id],
    )
    expect(rows).toEqual([{ revoked_at: null }, { revoked_at: null }])
  })
})

describe('404', () => {
  it('for an application that the advisor has not authorized', async () => {
    const stranger = await createVisitor(server.database, server.origin)
    for (const applicationId of [stranger.application.id, 999_999]) {
      expect((await revoke(applicationId)).status).toBe(404)
      const acts = await client.call(appOperations.listApplicationActs, { params: { applicationId } })
      expect(acts.status).toBe(404)
    }
  })
})

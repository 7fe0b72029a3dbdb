import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { createTokenIssuer, createVisitor, type Visitor } from '../../../test/people/access-tokens.ts'
import {
  authorizeForFirm,
  createAdvisor,
  grantAccess,
  type TestAdvisor,
} from '../../../test/people/people.ts'
import { guardedPath, startGuardedServer, textingPath } from '../../../test/servers/guarded-server.ts'
import { testOrigin } from '../../../test/servers/http.ts'

const { database } = await useTestDatabase()
const server = await startGuardedServer({ database, config: { publicOrigin: testOrigin } })
afterAll(() => server.close())

const issuer = await createTokenIssuer(database)
const partner: Visitor = await createVisitor(database, testOrigin)
let advisor: TestAdvisor
beforeEach(async () => {
  advisor = await createAdvisor(database)
})

const { application } = partner
/** A new token each time, so that the guard has nothing cached. */
async function statusOf(path: string = textingPath, scope?: string): Promise<number | undefined> {
  const token = await issuer.sign(
    partner.claims({
      jti: randomUUID(),
      sub: application.clientId,
      client_id: application.clientId,
      advisor_id: advisor.id,
      gid: undefined,
      ...(scope !== undefined && { scope }),
    }),
  )
  return (await server.call(token, partner.apiKey, path)).status
}
const allow = (scopes: readonly string[], lifetimeDays = 365): Promise<string> =>
  grantAccess(database, advisor.id, application.id, { scopes, lifetimeDays })

describe('a token of client credentials', () => {
  it('is refused for an advisor who has allowed nothing', async () => {
    expect(await statusOf()).toBe(401)
  })

  it('is accepted while the firm allows its scope', async () => {
    await authorizeForFirm(database, advisor.firmId, application.id)
    expect(await statusOf()).toBe(200)
    await database.query('update firm_authorization set revoked_at = now() where firm_id = $1', [
      advisor.firmId,
    ])
    expect(await statusOf()).toBe(401)
  })

  it('is accepted while a grant of the advisor allows its scope', async () => {
    const grantId = await allow(['openid', 'text.messaging.read'])
    expect(await statusOf()).toBe(200)
    await database.query('update authorization_grant set revoked_at = now() where grant_id = $1', [grantId])
    expect(await statusOf()).toBe(401)
  })

  it.each([
    ['a grant', () => allow(['openid', 'text.messaging.write'])],
    ['the firm', () => authorizeForFirm(database, advisor.firmId, application.id, ['text.messaging.write'])],
  ])('gives no scope that %s does not allow', async (_by, authorize) => {
    await authorize()
    expect(await statusOf()).toBe(403)
    expect(await statusOf(guardedPath)).toBe(403)
  })

  it('is refused once the grant has expired', async () => {
    await allow(['openid', 'text.messaging.read'], -1)
    expect(await statusOf()).toBe(401)
  })
})

it('a token of a grant is refused once the grant has expired', async () => {
  const call = async (gid: string) =>
    (await server.call(await issuer.sign(partner.claims({ advisor_id: advisor.id, gid })), partner.apiKey))
      .status
  expect(await call(await allow(['openid', 'core.contacts.read'], 1))).toBe(200)
  expect(await call(await allow(['openid', 'core.contacts.read'], -1))).toBe(401)
})

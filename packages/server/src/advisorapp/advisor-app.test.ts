import { appBase, appOperations, type Operation, scopes, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenIssuer, createVisitor } from '../../test/people/access-tokens.ts'
import { type AdvisorApp, startAdvisorApp } from '../../test/servers/advisor-app.ts'
import { newPhone, prepare } from '../../test/servers/texting-server.ts'

let server: AdvisorApp

beforeAll(async () => {
  server = await startAdvisorApp()
})
afterAll(() => server.close())

describe('200: me', () => {
  it('returns who is signed in, where, and how many conversations wait', async () => {
    const client = await server.welcome({ isConsentRequired: false })
    const before = Date.now() - 60_000
    const me = await client.ok(appOperations.getMe)
    expect(me).toMatchObject({
      advisorId: client.advisorId,
      name: 'An advisor',
      firmName: 'A firm',
      timeZone: 'America/New_York',
      textingNumber: client.number,
      isConsentRequired: false,
      environment: 'sandbox',
      unreadConversations: 0,
      hasPassword: false,
      offersPasskeys: false,
    })
    expect(Date.parse(me.dateTimeSignedIn)).toBeGreaterThan(before)
    expect(Date.parse(me.dateTimeExpires) - Date.parse(me.dateTimeSignedIn)).toBe(12 * 3_600_000)
    for (const phone of [newPhone(), newPhone()]) {
      await client.reply(phone, 'Hello')
      await client.reply(phone, 'Hello?')
    }
    expect((await client.ok(appOperations.getMe)).unreadConversations).toBe(2)
  })

  it('has no number if the advisor cannot text', async () => {
    const client = await server.welcome({ hasNumber: false })
    expect((await client.ok(appOperations.getMe)).textingNumber).toBeNull()
  })
})

describe('operations shared with partners', () => {
  it('return the same to both, and refuse the same', async () => {
    const visitor = await createVisitor(server.database, server.origin)
    const { id: advisorId, firmId } = visitor.advisor
    await prepare(server.database, advisorId, firmId, { isConsentRequired: false })
    const { cookie, ok } = await server.signIn(advisorId)
    const phone = newPhone()
    await ok(sharedOperations.createGroup, { body: { name: 'Clients' } })
    const { successes } = await ok(appOperations.sendFromApp, { body: { phoneNumbers: [phone], text: 'Hi' } })
    const issuer = await createTokenIssuer(server.database)
    // The app reads texts elsewhere.
    const withoutTexts = Object.keys(scopes)
      .filter(scope => scope !== 'text.conversations.read')
      .join(' ')
    const bearer = {
      authorization: `Bearer ${await issuer.sign(visitor.claims({ scope: withoutTexts }))}`,
      'x-api-key': visitor.apiKey,
    }
    const ask = async ({ method, path }: Operation, wanted: Wanted, base: string, headers: object) => {
      const { id = '', query = '', body } = wanted
      const answer = await fetch(`${server.origin}${base}${path.replace(/\{\w+\}/, String(id))}${query}`, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const told = (await answer.json()) as Record<string, unknown>
      delete told['instance']
      delete told['traceId']
      return { status: answer.status, told }
    }
    const wanted: readonly (readonly [Operation, Wanted, number])[] = [
      [sharedOperations.searchGroups, {}, 200],
      [sharedOperations.searchGroups, { query: '?search=clie&pageSize=1' }, 200],
      [sharedOperations.searchGroups, { query: '?pageSize=201' }, 400],
      [sharedOperations.searchContent, {}, 200],
      [sharedOperations.searchContent, { query: '?contentType=Nothing' }, 400],
      [sharedOperations.getMessage, { id: successes[0]?.messageId ?? 0 }, 200],
      [sharedOperations.getMessage, { id: 4711 }, 404],
      [sharedOperations.createContact, { body: {} }, 400],
      [sharedOperations.updateContact, { id: 4711, body: { firstName: 'Ann' } }, 404],
      [sharedOperations.requestConsent, { body: { phoneNumbers: ['12'] } }, 400],
    ]
    for (const [operation, what, status] of wanted) {
      const own = await ask(operation, what, appBase, { cookie, 'sec-fetch-site': 'same-origin' })
      expect([operation.id, own.status]).toEqual([operation.id, status])
      expect(await ask(operation, what, '/v1', bearer)).toEqual(own)
    }
  })
})

interface Wanted {
  readonly id?: number
  readonly query?: string
  readonly body?: object
}

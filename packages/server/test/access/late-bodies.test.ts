// Callers are identified before their body is read, and a body may take ten seconds to arrive. Who is removed meanwhile changes nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import { appBase } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueDirectoryToken } from '../../src/identity/firm/directory/issue-directory-token.ts'
import { revokeDirectory } from '../../src/identity/firm/directory/revoke-directory.ts'
import { endAllSessions } from '../../src/identity/sessions/end-all-sessions.ts'
import { startLateBody } from '../http/late-body.ts'
import { createTokenIssuer, createVisitor } from '../people/access-tokens.ts'
import { openBook, sam } from '../people/book.ts'
import { type AdvisorApp, startAdvisorApp } from '../servers/advisor-app.ts'
import { entraUser, newUserName } from '../servers/scim-client.ts'

let server: AdvisorApp
beforeAll(async () => {
  server = await startAdvisorApp()
})
afterAll(() => server.close())

const contact = { firstName: 'Maria', lastName: 'Alvarez', emailAddress: 'maria@mail.test' }
const contactsOf = async (advisorId: number): Promise<number> =>
  (await server.owner.query('select from contact where advisor_id = $1', [advisorId])).rows.length

/** Longer than a process trusts an identification of the app or a directory. */
const lateMs = 1_500
/** Longer than that, and than the guard of the partner API keeps what it has read. */
const lateForApplicationsMs = 5_500

async function inApp() {
  const { advisorId, cookie } = await server.welcome()
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  return {
    start: () => startLateBody(`${server.origin}${appBase}/core/contact/contacts`, headers, contact),
    remove: () =>
      endAllSessions(server.database, {
        personId: advisorId,
        owner: { advisorId },
        actor: sam,
        traceId: null,
      }),
    written: () => contactsOf(advisorId),
    waitMs: lateMs,
  }
}

async function asApplication() {
  const visitor = await createVisitor(server.database, server.origin)
  const token = await (await createTokenIssuer(server.database)).sign(visitor.claims())
  const headers = { authorization: `Bearer ${token}`, 'x-api-key': visitor.apiKey }
  return {
    start: () => startLateBody(`${server.origin}/v1/core/contact/contacts`, headers, contact),
    remove: () =>
      server.database.query('update authorization_grant set revoked_at = now() where grant_id = $1', [
        visitor.grantId,
      ]),
    written: () => contactsOf(visitor.advisor.id),
    waitMs: lateForApplicationsMs,
  }
}

async function asDirectory() {
  const { firmId } = await server.welcome()
  const issue = { kind: 'connect', defaultRole: null } as const
  const { token } = await issueDirectoryToken(server.database, 'sandbox', { firmId, issue })
  const name = newUserName()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
  return {
    start: () => startLateBody(`${server.origin}/scim/v2/Users`, headers, entraUser(name)),
    remove: () => revokeDirectory(server.database, firmId),
    written: async () =>
      (await server.owner.query('select from person where email = $1', [name.toLowerCase()])).rows.length,
    waitMs: lateMs,
  }
}

describe.each([
  ['a person whose sessions end', inApp, 200],
  ['an application whose grant is revoked', asApplication, 200],
  ['a directory whose token is revoked', asDirectory, 201],
] as const)('%s', (_name, open, success) => {
  it('before the body of a request has arrived changes nothing', async () => {
    const { start, remove, written, waitMs } = await open()
    const late = await start()
    await sleep(200)
    await remove()
    await sleep(waitMs)
    expect([await late.finish(), await written()]).toEqual([401, 0])
  })

  it('is served as ever when only the body is late', async () => {
    const { start, written } = await open()
    const late = await start()
    await sleep(lateMs)
    expect([await late.finish(), await written()]).toEqual([success, 1])
  })
})

it('a request that named no account does not go to another one that is left', async () => {
  const book = await openBook(server)
  const { anna } = book
  // Anna holds two accounts: her own, for which the request is, and another one.
  const second = await server.welcome({ isConsentRequired: false })
  await server.owner.query('update advisor set firm_id = $2, holder_id = $3 where id = $1', [
    second.advisorId,
    anna.firmId,
    anna.advisorId,
  ])
  const headers = { cookie: anna.cookie, 'sec-fetch-site': 'same-origin' }
  const late = await startLateBody(`${server.origin}${appBase}/core/contact/contacts`, headers, contact)
  await sleep(200)
  await book.handOver(book.bert.id)
  await sleep(lateMs)
  expect(await late.finish()).toBe(403)
  expect([await contactsOf(anna.advisorId), await contactsOf(second.advisorId)]).toEqual([0, 0])
})

// What an assistant does for an advisor: who did it stays visible in the journal, in the app and to partners.
import { randomUUID } from 'node:crypto'
import { accountHeader, appOperations, type ParleyEvent, scopes, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../carriers/texting.ts'
import { createTokenIssuer } from '../people/access-tokens.ts'
import { createApiKey, createApplication, grantAccess } from '../people/people.ts'
import { addStaff } from '../people/staff.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../servers/advisor-app.ts'
import { signingIn } from '../servers/app-sign-in.ts'
import { password } from '../servers/sign-in-server.ts'

let server: AdvisorApp
let alex: AppClient
let kim: { readonly id: number; readonly email: string; readonly client: Pick<AppClient, 'call' | 'ok'> }

beforeAll(async () => {
  server = await startAdvisorApp()
  alex = await server.welcome({ isConsentRequired: false })
  const { firmId, advisorId } = alex
  const person = await addStaff(server.database, {
    firmId,
    roles: ['assistant'],
    assists: [advisorId],
    password,
  })
  kim = { ...person, client: await server.signIn(person.id) }
})
afterAll(() => server.close())

const actorsOf = async (kind: string): Promise<unknown[]> => {
  const { rows } = await server.owner.query<{ advisor_id: number; actor: unknown }>(
    `select advisor_id, entry->'actor' as actor from journal_entry where kind = $1 order by id`,
    [kind],
  )
  return rows.map(({ advisor_id: advisorId, actor }) => [advisorId, actor])
}

it('the journal says who acted and for whom', async () => {
  const by = { kind: 'assistant', personId: kim.id, forAdvisorId: alex.advisorId }
  await kim.client.ok(sharedOperations.createContact, { body: { firstName: 'Maria', phone: '+12025550171' } })
  await kim.client.ok(appOperations.sendFromApp, { body: { phoneNumbers: ['+12025550171'], text: 'Hello' } })
  expect(await actorsOf('contact.created')).toEqual([[alex.advisorId, by]])
  expect(await actorsOf('message.accepted')).toEqual([[alex.advisorId, by]])
  await alex.ok(appOperations.sendFromApp, { body: { phoneNumbers: ['+12025550171'], text: 'Hi' } })
  expect(await actorsOf('message.accepted')).toEqual([
    [alex.advisorId, by],
    [alex.advisorId, { kind: 'advisor' }],
  ])
})

it('thread and timeline name the assistant, to the advisor as to the assistant', async () => {
  const sent = { phoneNumbers: ['+12025550172'], text: 'Hello' }
  const [text] = (await kim.client.ok(appOperations.sendFromApp, { body: sent })).successes
  const { id: contactId } = await kim.client.ok(sharedOperations.createContact, {
    body: { firstName: 'Sam' },
  })
  const by = { kind: 'assistant', personId: kim.id, name: 'Kim Lee' }
  for (const reader of [alex, kim.client]) {
    const thread = await reader.ok(appOperations.getThread, { params: { memberId: text?.memberId ?? 0 } })
    expect(thread.data.map(({ message }) => message?.by)).toEqual([by])
    const timeline = await reader.ok(appOperations.getContactTimeline, { params: { contactId } })
    expect(timeline.data.map(entry => entry.by)).toEqual([by])
  }
})

it('an import keeps who started it', async () => {
  const { importId } = await kim.client.ok(appOperations.uploadContacts, {
    query: { fileName: 'people.csv' },
    body: 'firstName\nRobin\n',
  })
  await kim.client.ok(appOperations.startContactImport, { params: { importId }, body: {} })
  const { rows } = await server.owner.query<{ payload: { actor: unknown } }>(
    `select payload from graphile_worker._private_jobs where payload->>'uploadId' = $1`,
    [String(importId)],
  )
  expect(rows[0]?.payload.actor).toEqual({
    kind: 'assistant',
    personId: kim.id,
    forAdvisorId: alex.advisorId,
  })
})

it('partners see in GET /events that an assistant did it, without a name', async () => {
  const { database, origin } = server
  const application = await createApplication(database)
  const gid = await grantAccess(database, alex.advisorId, application.id)
  const { rows } = await database.query<{ identifier: string }>(
    'select identifier from advisor where id = $1',
    [alex.advisorId],
  )
  const nowSeconds = Math.floor(Date.now() / 1_000)
  const token = await (await createTokenIssuer(database)).sign({
    iss: origin,
    aud: `${origin}/v1`,
    sub: rows[0]?.identifier,
    client_id: application.clientId,
    scope: Object.keys(scopes).join(' '),
    advisor_id: alex.advisorId,
    gid,
    exp: nowSeconds + 900,
    iat: nowSeconds,
    jti: randomUUID(),
  })
  const headers = {
    authorization: `Bearer ${token}`,
    'x-api-key': (await createApiKey(database, application.id)).apiKey,
  }
  await kim.client.ok(sharedOperations.createGroup, { body: { name: 'Retirees' } })
  await eventually('the event is there', async () => {
    const answer = await fetch(`${origin}/v1/events?types=group.created`, { headers })
    const { data } = (await answer.json()) as { data: { event: ParleyEvent }[] }
    if (data.length === 0) return false
    expect(data[0]?.event.actor).toEqual({ type: 'assistant', self: false, personId: kim.id })
    expect(JSON.stringify(data)).not.toContain('Kim')
    return true
  })
})

it('an assistant signs in with a password, and what concerns their sign-in belongs to the firm', async () => {
  const { signIn } = signingIn(server, kim)
  const answer = await signIn()
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app'])
  const other = await server.signIn(kim.id)
  await other.ok(appOperations.changePassword, {
    body: { currentPassword: password, newPassword: 'quite another long sentence' },
  })
  const { rows } = await server.owner.query(
    `select (entry->>'firmId')::bigint as firm_id, entry->'actor' as actor, entry->'subject' as subject from journal_entry
     where kind = 'person.changed'`,
  )
  expect(rows).toEqual([
    {
      firm_id: alex.firmId,
      actor: { kind: 'person', personId: kim.id },
      subject: { kind: 'person', id: kim.id },
    },
  ])
  // Alex's own password is untouched, and Kim's other sessions are over.
  expect((await kim.client.call(appOperations.getMe)).status).toBe(401)
  expect((await alex.call(appOperations.getMe)).status).toBe(200)
})

it('an assistant cannot be made to act for an advisor of another firm, even by a row in the table', async () => {
  const stranger = await server.welcome()
  await server.owner.query('insert into assistant_advisor (advisor_id, assistant_id) values ($1, $2)', [
    stranger.advisorId,
    kim.id,
  ])
  const client = await server.signIn(kim.id)
  expect((await client.ok(appOperations.getPerson)).accounts).toMatchObject([{ advisorId: alex.advisorId }])
  const headers = { [accountHeader]: String(stranger.advisorId) }
  expect((await client.call(appOperations.getMe, { headers })).status).toBe(403)
})

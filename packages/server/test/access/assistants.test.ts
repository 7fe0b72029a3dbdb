// What an assistant does for an advisor: who did it stays visible in the journal, in the app and to partners.
import { randomUUID } from 'node:crypto'
import { accountHeader, appOperations, type ParleyEvent, scopes, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fireSchedules } from '../../src/texting/schedules/fire-schedules.ts'
import { eventually } from '../carriers/texting.ts'
import { createTokenIssuer } from '../people/access-tokens.ts'
import { createApiKey, createApplication, grantAccess } from '../people/people.ts'
import { addStaff } from '../people/staff.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../servers/advisor-app.ts'
import { signingIn } from '../servers/app-sign-in.ts'
import { password } from '../servers/sign-in-server.ts'
import { newPhone } from '../servers/texting-server.ts'

let server: AdvisorApp
let alex: AppClient
let tokens: Awaited<ReturnType<typeof createTokenIssuer>>
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
  tokens = await createTokenIssuer(server.database)
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

/** Of a partner that Alex allows everything. */
async function partnerHeaders(): Promise<Record<string, string>> {
  const { database, origin } = server
  const application = await createApplication(database)
  const gid = await grantAccess(database, alex.advisorId, application.id)
  const { rows } = await database.query<{ identifier: string }>(
    'select identifier from advisor where id = $1',
    [alex.advisorId],
  )
  const nowSeconds = Math.floor(Date.now() / 1_000)
  const token = await tokens.sign({
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
  return {
    authorization: `Bearer ${token}`,
    'x-api-key': (await createApiKey(database, application.id)).apiKey,
  }
}

it('partners see in GET /events that an assistant did it, without a name', async () => {
  const headers = await partnerHeaders()
  await kim.client.ok(sharedOperations.createGroup, { body: { name: 'Retirees' } })
  await eventually('the event is there', async () => {
    const answer = await fetch(`${server.origin}/v1/events?types=group.created`, { headers })
    const { data } = (await answer.json()) as { data: { event: ParleyEvent }[] }
    if (data.length === 0) return false
    expect(data[0]?.event.actor).toEqual({ type: 'assistant', self: false, personId: kim.id })
    expect(JSON.stringify(data)).not.toContain('Kim')
    return true
  })
})

describe('a scheduled text that was due', () => {
  const everyDay = 1
  const later = () => ({ scheduleDelivery: true, deliveryDate: Date.now() + 3_600_000 })
  const schedule = async (client: Pick<AppClient, 'ok'>, frequency = 0) => {
    const body = { phoneNumbers: [newPhone()], text: 'Later', ...later(), frequency }
    const [created] = (await client.ok(appOperations.sendFromApp, { body })).successes
    return { memberId: created?.memberId ?? 0, scheduleId: created?.scheduleId ?? 0 }
  }
  const fire = async (scheduleId: number | undefined) => {
    const due = `update schedule set next_at = now() - interval '1 second' where id = $1`
    await server.owner.query(due, [scheduleId])
    expect(await fireSchedules(server.database, { limit: 500, except: [] })).toBe(1)
  }
  const journalled = async (memberId: number): Promise<unknown[]> => {
    const { rows } = await server.owner.query<{ actor: unknown }>(
      `select entry->'actor' as actor from journal_entry
       where kind = 'message.accepted' and entry->'facts'->>'memberId' = $1 order by id`,
      [String(memberId)],
    )
    return rows.map(({ actor }) => actor)
  }
  const shown = async (memberId: number, reader: Pick<AppClient, 'ok'> = alex) =>
    (await reader.ok(appOperations.getThread, { params: { memberId } })).data.map(
      ({ message }) => message?.by,
    )
  const bySchedule = { kind: 'system', task: 'schedule' }

  it('says in journal, thread and events that the schedule sent it, and which assistant wrote it for whom', async () => {
    const headers = await partnerHeaders()
    const { memberId, scheduleId } = await schedule(kim.client)
    await fire(scheduleId)
    const scheduledBy = { kind: 'assistant', personId: kim.id, forAdvisorId: alex.advisorId }
    expect(await journalled(memberId)).toEqual([{ ...bySchedule, scheduledBy }])
    const by = { kind: 'assistant', personId: kim.id, name: 'Kim Lee' }
    for (const reader of [alex, kim.client]) {
      expect(await shown(memberId, reader)).toEqual([{ kind: 'system', name: 'schedule', scheduledBy: by }])
    }
    const writer = { type: 'assistant', self: false, personId: kim.id }
    await expectEvent(headers, scheduleId, { type: 'system', self: false, scheduledBy: writer })
  })

  it('names the application that scheduled it: it was not that application that sent it now', async () => {
    const [headers, others] = [await partnerHeaders(), await partnerHeaders()]
    const answer = await fetch(`${server.origin}/v1/text/messaging/messages`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ phoneNumbers: [newPhone()], text: 'Later', ...later() }),
    })
    const { successes } = (await answer.json()) as { successes: { memberId: number; scheduleId: number }[] }
    const { memberId = 0, scheduleId = 0 } = successes[0] ?? {}
    await fire(scheduleId)
    expect(await journalled(memberId)).toMatchObject([
      { ...bySchedule, scheduledBy: { kind: 'application' } },
    ])
    expect(await shown(memberId)).toMatchObject([
      { kind: 'system', scheduledBy: { kind: 'application', name: expect.any(String) as string } },
    ])
    for (const [reader, self] of [
      [headers, true],
      [others, false],
    ] as const) {
      const scheduledBy = { type: 'application', self }
      await expectEvent(reader, scheduleId, { type: 'system', self: false, scheduledBy })
    }
  })

  it('names who changed it last, from the next time on', async () => {
    const { memberId, scheduleId } = await schedule(kim.client, everyDay)
    await fire(scheduleId)
    await alex.ok(sharedOperations.updateScheduledMessage, {
      params: { scheduleId },
      body: { text: 'Better' },
    })
    await fire(scheduleId)
    expect(await shown(memberId)).toMatchObject([
      { scheduledBy: { kind: 'assistant', personId: kim.id } },
      { scheduledBy: { kind: 'advisor' } },
    ])
  })

  it('names nobody if the schedule is older than this, or the last release changed it for an application', async () => {
    const [old, changed] = [await schedule(kim.client), await schedule(kim.client)]
    await server.owner.query('update schedule set scheduled_by = null where id = $1', [old.scheduleId])
    const { id } = await createApplication(server.database)
    await server.owner.query('update schedule set application_id = $2 where id = $1', [
      changed.scheduleId,
      id,
    ])
    for (const { memberId, scheduleId } of [old, changed]) {
      await fire(scheduleId)
      expect(await journalled(memberId)).toEqual([bySchedule])
      expect(await shown(memberId)).toEqual([{ kind: 'system', name: 'schedule' }])
    }
  })

  const expectEvent = (headers: Record<string, string>, scheduleId: number, actor: object) =>
    eventually('the event is there', async () => {
      const answer = await fetch(`${server.origin}/v1/events?types=message.accepted`, { headers })
      const { data } = (await answer.json()) as { data: { event: ParleyEvent }[] }
      const found = data.find(
        ({ event: { data: told } }) => 'scheduleId' in told && told.scheduleId === scheduleId,
      )
      if (!found) return false
      expect(found.event.actor).toEqual(actor)
      expect(JSON.stringify(found)).not.toContain('Kim')
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

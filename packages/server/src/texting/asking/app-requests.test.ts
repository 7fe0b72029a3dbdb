// Consent requests to groups, from the advisor app.
import { appOperations, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'

let server: AdvisorApp
let client: AppClient

beforeAll(async () => {
  server = await startAdvisorApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await server.welcome()
})

const phoneOf = (place: number): string => `+1${4_100_000_000 + place}`

/** A group of that many contacts, none of whom was asked. */
async function groupOf(size: number): Promise<number> {
  const { id } = await client.ok(sharedOperations.createGroup, { body: { name: 'Everybody' } })
  await server.owner.query(
    `with added as (
       insert into member (advisor_id, phone, consent)
       select $1, '+1' || (4100000000 + n), 'none' from generate_series(1, $3::integer) as n returning phone
     ), named as (
       insert into contact (advisor_id, source, first_name, phone, email_status, group_count)
       select $1, 1, 'Person', phone, 0, 1 from added returning id
     ) insert into membership (advisor_id, contact_id, group_id) select $1, id, $2 from named`,
    [client.advisorId, id, size],
  )
  return id
}

/** Numbers that were sent a request, in order. */
async function requests(): Promise<string[]> {
  const { rows } = await server.database.query<{ phone: string }>(
    `select phone from message where advisor_id = $1 and kind = 'consent_request' order by id`,
    [client.advisorId],
  )
  return rows.map(({ phone }) => phone)
}

describe('200', () => {
  it('asks everyone who was never asked, in one action, and nobody else', async () => {
    const groupIds = [await groupOf(623)]
    await client.ok(sharedOperations.requestConsent, { body: { phoneNumbers: [phoneOf(1), phoneOf(2)] } })
    await client.reply(phoneOf(1), 'YES')
    await client.reply(phoneOf(3), 'STOP')
    const { reach, refusals } = await client.ok(appOperations.previewRecipients, { body: { groupIds } })
    expect(refusals[0]).toMatchObject({ code: 'consent_required', count: 620 })
    const ask = (key: string) =>
      client.ok(appOperations.requestConsentFromApp, {
        query: { reach },
        body: { groupIds },
        headers: { 'idempotency-key': key },
      })
    expect(await ask('one')).toEqual({ asked: 620 })
    // A retry after a lost response asks nobody again.
    expect(await ask('one')).toEqual({ asked: 620 })
    expect(await ask('two')).toEqual({ asked: 0 })
    const asked = (await requests()).slice(2)
    expect(asked.toSorted()).toEqual(Array.from({ length: 620 }, (_, place) => phoneOf(place + 4)))
  })
})

describe('409', () => {
  it('asks nobody if the group has changed since it was shown', async () => {
    const groupIds = [await groupOf(2)]
    const { reach } = await client.ok(appOperations.previewRecipients, { body: { groupIds } })
    const { id } = await client.ok(sharedOperations.createContact, { body: { phone: phoneOf(3) } })
    await client.ok(sharedOperations.replaceContactGroups, { params: { contactId: id }, body: { groupIds } })
    const { status } = await client.call(appOperations.requestConsentFromApp, {
      query: { reach },
      body: { groupIds },
    })
    expect(status).toBe(409)
    expect(await requests()).toEqual([])
  })
})

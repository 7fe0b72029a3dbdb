import { appOperations, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { newPhone } from '../../../test/servers/texting-server.ts'
import { takeTexts } from '../../simulator/take-texts.ts'

let server: AdvisorApp
let client: AppClient
let phone: string

beforeAll(async () => {
  server = await startAdvisorApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await server.welcome({ isConsentRequired: false })
  phone = newPhone()
})

const behave = (behaviour: string, who = client) =>
  who.call(appOperations.setHandsetBehaviour, { params: { phone }, body: { behaviour } })

let reference = 0
/** Sends a text to the phone and returns its outcome. */
async function text(from = client.number) {
  reference += 1
  const taken = await takeTexts(server.database, [
    { reference: String(reference), from, to: phone, text: 'Hello' },
  ])
  if (taken === 'down') throw new Error('the simulator is down')
  const { rows } = await server.database.query<{ statuses: string[] | null; delayMs: number }>(
    `select event.statuses, (extract(epoch from event.due_at - text.created_at) * 1000)::integer as "delayMs"
     from simulator_text as text left join simulator_event as event on event.text_id = text.id
     where text.reference = $1`,
    [String(reference)],
  )
  return { ...rows[0], answerDelayMs: taken.answerDelaysMs[0] }
}

describe('200: a handset', () => {
  it('delivers by default and changes behaviour from the next text on', async () => {
    expect(await client.ok(appOperations.getHandset, { params: { phone } })).toEqual({
      phone,
      behaviour: 'delivers',
    })
    expect(await text()).toMatchObject({ statuses: ['enroute', 'delivered'], answerDelayMs: 0 })
    expect((await behave('fails')).body).toEqual({ phone, behaviour: 'fails' })
    expect(await text()).toMatchObject({ statuses: ['enroute', 'undelivered'] })
    await behave('silent')
    expect(await text()).toMatchObject({ statuses: null })
    await behave('slow')
    expect(await text()).toMatchObject({ answerDelayMs: 2_000, delayMs: 4_000 })
    await behave('delivers')
    expect(await text()).toMatchObject({ statuses: ['enroute', 'delivered'], answerDelayMs: 0 })
  })

  it('behaves this way for this advisor only', async () => {
    const other = await server.welcome({ isConsentRequired: false })
    await behave('fails')
    expect(await text(other.number)).toMatchObject({ statuses: ['enroute', 'delivered'] })
    expect(await other.ok(appOperations.getHandset, { params: { phone } })).toEqual({
      phone,
      behaviour: 'delivers',
    })
  })

  it('also works with the app’s session', async () => {
    await client.ok(sharedOperations.replyFromHandset, { params: { phone }, body: { text: 'Hello?' } })
    const { data } = await client.ok(sharedOperations.listHandsetMessages, { params: { phone } })
    expect(data).toMatchObject([{ direction: 'sent', text: 'Hello?' }])
  })
})

describe('400, 404 and 409', () => {
  it('rejects an unknown behaviour', async () => {
    expect((await behave('explodes')).status).toBe(400)
  })

  it('rejects changes to numbers whose last digits decide, and says what they do', async () => {
    phone = '+12025559001'
    const shown = await client.ok(appOperations.getHandset, { params: { phone } })
    expect(shown.scripted).toBe('is not delivered, and the receipt says so')
    expect((await behave('delivers')).status).toBe(409)
  })

  it('has no other end if the advisor has no number', async () => {
    const numberless = await server.welcome({ hasNumber: false })
    expect((await numberless.call(appOperations.getHandset, { params: { phone } })).status).toBe(409)
  })

  it('does not exist in production', async () => {
    const production = await startAdvisorApp({ environment: 'production' })
    const guest = await production.welcome()
    for (const operation of [appOperations.getHandset, sharedOperations.listHandsetMessages]) {
      expect((await guest.call(operation, { params: { phone } })).status).toBe(404)
    }
    await production.close()
  })
})

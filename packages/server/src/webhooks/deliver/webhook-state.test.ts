// What the metrics of webhooks count, and what they leave out.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPhone } from '../../../test/servers/texting-server.ts'
import { sendTexts, startWebhooks, type WebhookSetting } from '../../../test/servers/webhooks-server.ts'
import { webhookState } from './queries.ts'

let setting: WebhookSetting
beforeAll(async () => {
  setting = await startWebhooks()
})
afterAll(() => setting.close())

it('the lag is that of endpoints that work, and counts are those of active applications', async () => {
  const { database, owner, addApplication, sealed } = setting.server
  const [allowed, unknown] = [await addApplication(), await addApplication()]
  const advisor = await allowed.welcome()
  await setting.createEndpoint(unknown)
  await sealed()
  const read = async () => (await webhookState(database, []))[0]
  const endpoint = await setting.createEndpoint(allowed)
  await sealed()
  await owner.query('update webhook_endpoint set position = (select size from log_head) where id = $1', [
    endpoint.endpointId,
  ])
  // Nobody allows the other application, so nothing waits for its endpoint.
  expect(await read()).toEqual({ lagSeconds: 0, failing: 0, paused: 0, parked: 0 })
  await sendTexts(advisor, newPhone(), 1)
  await sealed()
  await new Promise(resolve => setTimeout(resolve, 300))
  expect((await read())?.lagSeconds).toBeGreaterThan(0.3)
  await owner.query(`update webhook_endpoint set status = 'failing' where id = $1`, [endpoint.endpointId])
  await owner.query(
    `insert into webhook_parked (application_id, endpoint_id, position, advisor_id, lane, attempts, next_at, missed_at)
     values ($1, $2, 1, 1, 'a', 1, now(), null), ($1, $2, 2, 1, 'b', 10, now(), now())`,
    [allowed.id, endpoint.endpointId],
  )
  expect(await read()).toEqual({ lagSeconds: 0, failing: 1, paused: 0, parked: 1 })
  await owner.query(
    `update webhook_endpoint set status = 'paused', paused_because = case when application_id = $1 then 'failing' else 'asked' end`,
    [allowed.id],
  )
  expect(await read()).toMatchObject({ failing: 0, paused: 1 })
  await owner.query('update application set active = false where id = $1', [allowed.id])
  expect(await read()).toMatchObject({ failing: 0, paused: 0 })
})

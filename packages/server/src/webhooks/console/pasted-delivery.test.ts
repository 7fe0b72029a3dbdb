// What a developer pastes to verify a signature is a partner's data: shown back to them, and found nowhere else.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readEveryRow } from '../../../test/database/read-every-row.ts'
import { enterConsole } from '../../../test/servers/console-client.ts'
import { startWebhooks, type WebhookSetting } from '../../../test/servers/webhooks-server.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'

const lines: string[] = []
let setting: WebhookSetting
beforeAll(async () => {
  setting = await startWebhooks({ log: createLogger('trace', { write: line => void lines.push(line) }) })
})
afterAll(() => setting.close())

it('a pasted delivery is in no log line and no row, whether it is valid, broken or refused', async () => {
  const application = await setting.server.addApplication()
  const endpoint = await setting.createEndpoint(application)
  const client = await enterConsole(setting.server.url, application)
  const canary = 'canary-7f3a'
  const headers = `webhook-id: ${canary}\nwebhook-timestamp: 1\nwebhook-signature: v1,${canary}`
  const body = `{"secret":"${canary}"}`
  const pasted = { headers, body, endpoint: String(endpoint.endpointId) }
  const shown = await client.post('/developer/verify', pasted)
  expect(shown.status).toBe(200)
  expect(shown.text).toContain(canary)
  await client.post('/developer/verify', { ...pasted, endpoint: canary })
  await client.post('/developer/verify', { ...pasted, token: canary })
  await client.post('/developer/verify', { ...pasted, body: canary.repeat(200_000) })
  await client.post(`/developer/${canary}`, pasted)
  // Otherwise nothing was looked at.
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.filter(line => line.includes(canary))).toEqual([])
  const rows = await readEveryRow(setting.server.databaseUrl)
  expect(rows).toContain(`${application.id}`)
  expect(rows.includes(canary)).toBe(false)
  expect(rows.includes(Buffer.from(canary).toString('hex'))).toBe(false)
})

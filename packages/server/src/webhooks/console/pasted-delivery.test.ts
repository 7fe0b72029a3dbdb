// What a developer pastes to verify a signature is a partner's data: shown back to them, and found nowhere else.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminUrl } from '../../../test/database/admin-url.ts'
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
  const whole = new URL(adminUrl)
  whole.pathname = new URL(setting.server.databaseUrl).pathname
  const { stdout } = await promisify(execFile)('pg_dump', [whole.href], { maxBuffer: 2 ** 27 })
  expect(stdout).toContain(`${application.id}`)
  expect(stdout.includes(canary)).toBe(false)
})

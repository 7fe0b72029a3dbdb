// node bare-undici-loop.ts <url> <count> <at once>: the same requests by undici alone. Prints how many a second.
import { Agent, request } from 'undici'

const [url = '', count = '0', atOnce = '1'] = process.argv.slice(2)
const dispatcher = new Agent({ connections: Number(atOnce) })
const body = JSON.stringify({
  actor: { self: false, type: 'system' },
  advisor: 'advisor-0123456789ab',
  conversation: { memberId: 12_345, phone: '+12025550100' },
  data: { messageId: 0, status: 'submitted' },
  id: 'evt_1234567',
  sequence: 12_345,
  subject: { id: 1_234_567, type: 'message' },
  timestamp: '2026-11-17T00:00:00.000Z',
  type: 'message.submitted',
})
const headers = {
  'content-type': 'application/json',
  'user-agent': 'Parley/1 (+https://parley.test/docs)',
  'webhook-id': 'evt_1234567',
  'webhook-timestamp': '1790000000',
  'webhook-signature': `v1,${'A'.repeat(44)}`,
  'parley-cursor': 'A'.repeat(40),
  'parley-attempt': '1',
}
let left = Number(count)
const startedAtMs = performance.now()
const work = async (): Promise<void> => {
  while (left > 0) {
    left -= 1
    const answer = await request(url, { method: 'POST', headers, body, dispatcher })
    await answer.body.dump()
  }
}
await Promise.all(Array.from({ length: Number(atOnce) }, work))
const perSecond = (Number(count) * 1_000) / (performance.now() - startedAtMs)
const { user, system } = process.cpuUsage()
process.stdout.write(JSON.stringify({ perSecond, processorMicroseconds: (user + system) / Number(count) }))
await dispatcher.close()

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { dropDatabase } from '../src/db/drop-database.ts'
import { adminUrl } from './admin-url.ts'
import { freePort } from './free-port.ts'
import { parley } from './process.ts'

/** Guides whose shell blocks make up one session, from top to bottom. */
const guides = [
  ['docs/partner/address-book.md', '"totalRecord":'],
  ['docs/partner/consent-flow.md', 'consent: accepted\nthe text was delivered'],
  ['docs/partner/sandbox.md', '"id":'],
  ['docs/partner/scheduling.md', 'cancelled'],
  ['docs/partner/sending.md', 'idempotency-replayed: true'],
] as const

const name = `parley_docs_test_${process.pid}`
const databaseUrl = new URL(adminUrl)
databaseUrl.pathname = `/${name}`
let folder: string
let sandbox: ReturnType<typeof parley>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-docs-'))
  const port = String(await freePort())
  sandbox = parley(
    ['dev', '--port', port, '--database-url', databaseUrl.href, '--fresh'],
    {},
    { cwd: folder },
  )
  await sandbox.printed(/api .*Server listening/)
  await sandbox.printed(/worker .*Server listening/)
}, 150_000)
afterAll(async () => {
  sandbox.child.kill('SIGTERM')
  await sandbox.exited()
  await dropDatabase(adminUrl, name)
  await rm(folder, { recursive: true })
})

it('send, refused, request, pending, the handset answers, accepted, send again, delivered', async () => {
  const { baseUrl, application, advisors } = JSON.parse(
    await readFile(join(folder, '.parley', 'dev.json'), 'utf8'),
  ) as { baseUrl: string; application: { apiKey: string }; advisors: [{ accessToken: string }] }
  const call = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${advisors[0].accessToken}`,
        'x-api-key': application.apiKey,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as Record<string, unknown>
  }
  const phone = '+12025551771'
  const message = { phone, text: 'Your papers are ready 📄' }
  const consent = () => call(`/text/messaging/consents?phone=${encodeURIComponent(phone)}`)
  const handset = async () => (await call(`/sandbox/handsets/${phone}/messages`))['data'] as object[]

  expect(await call('/text/messaging/messages', message)).toMatchObject({
    successes: [],
    failures: [`${phone}: has not consented to receive texts`],
    failureDetails: [{ code: 'consent_required' }],
  })
  expect(await call('/text/messaging/consent-requests', { phoneNumbers: [phone] })).toMatchObject({
    successes: [{ consentState: 'pending' }],
    failures: [],
  })
  expect(await consent()).toMatchObject({ state: 'pending' })
  await vi.waitFor(async () => expect(await handset()).toHaveLength(1), 10_000)
  await call(`/sandbox/handsets/${phone}/replies`, { text: 'Yes!' })
  await vi.waitFor(async () => expect(await consent()).toMatchObject({ state: 'accepted' }), 10_000)
  const sent = (await call('/text/messaging/messages', message)) as { successes: [{ messageId: number }] }
  const { messageId } = sent.successes[0]
  const status = () => call(`/text/messaging/messages/${messageId}`)
  await vi.waitFor(async () => expect(await status()).toMatchObject({ status: 'delivered' }), 10_000)
  expect((await handset()).at(-1)).toMatchObject({ direction: 'received', text: message.text })
}, 40_000)

it.each(guides)(
  '%s works as it is written',
  async (guide, shown) => {
    const text = await readFile(join(process.cwd(), guide), 'utf8')
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(match => match[1])
    expect(blocks).not.toHaveLength(0)
    const script = ['set -euo pipefail', ...blocks].join('\n')
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder })
    expect(stdout).toContain(shown)
  },
  30_000,
)

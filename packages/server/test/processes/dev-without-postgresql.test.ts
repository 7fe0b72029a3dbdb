import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startEmbeddedPostgresql } from '../../src/cli/sandbox/embedded-postgresql.ts'
import { listensAt } from '../../src/cli/sandbox/listens-at.ts'
import type { Sandbox } from '../../src/cli/sandbox/seed-sandbox.ts'
import { freePort } from './free-port.ts'
import { parley } from './process.ts'

let folder: string
let cluster: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-alone-'))
  // Tests may run as root, and PostgreSQL then runs as nobody.
  await chmod(folder, 0o755)
  cluster = join(folder, '.parley/postgresql-18')
})
afterAll(() => rm(folder, { recursive: true }))

const portOf = async (): Promise<number> => Number(await readFile(join(cluster, 'port'), 'utf8'))

async function startDev(...options: string[]) {
  const [port, unused] = [await freePort(), await freePort()]
  const dev = parley(
    ['dev', '--port', String(port), ...options],
    { PGPORT: String(unused), PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
    { cwd: folder },
  )
  for (const role of ['api', 'worker']) await dev.printed(new RegExp(`${role} .*Server listening`))
  return dev
}

async function expectFirstText(phone: string): Promise<void> {
  const text = await readFile(join(folder, '.parley/dev.json'), 'utf8')
  const { baseUrl, application, advisors } = JSON.parse(text) as Sandbox
  const headers = {
    authorization: `Bearer ${advisors[0]?.accessToken}`,
    'x-api-key': application.apiKey,
    'content-type': 'application/json',
  }
  const call = async (path: string, body?: object): Promise<string> => {
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    return (await fetch(`${baseUrl}${path}`, request)).text()
  }
  const message = { phone, text: 'Your papers are ready.' }
  expect(await call('/text/messaging/messages', message)).toContain('consent_required')
  await call('/text/messaging/consent-requests', { phoneNumbers: [phone] })
  const handset = `/sandbox/handsets/${encodeURIComponent(phone)}`
  await vi.waitUntil(async () => (await call(`${handset}/messages`)).includes('YES'), 60_000)
  await call(`${handset}/replies`, { text: 'YES' })
  const consent = `/text/messaging/consents?phone=${encodeURIComponent(phone)}`
  await vi.waitUntil(async () => (await call(consent)).includes('accepted'), 60_000)
  await call('/text/messaging/messages', message)
  await vi.waitUntil(async () => (await call(`${handset}/messages`)).includes(message.text), 60_000)
}

describe('parley dev where no PostgreSQL runs', () => {
  it('starts its own, delivers a first consented text, and stops it', async () => {
    const dev = await startDev()
    const port = await portOf()
    expect(dev.output()).toContain(`parley_dev on 127.0.0.1:${port}`)
    await expectFirstText('+12025554711')
    dev.child.kill('SIGINT')
    expect(await dev.exited()).toBe(0)
    expect(await listensAt(port)).toBe(false)

    const again = await startDev('--fresh')
    expect(await portOf()).toBe(port)
    again.child.kill('SIGTERM')
    expect(await again.exited()).toBe(0)
    expect(await listensAt(port)).toBe(false)
  })

  it('uses a server that an earlier command left running, and stops it', async () => {
    await startEmbeddedPostgresql(cluster)
    const { stop } = await startEmbeddedPostgresql(cluster)
    expect(await listensAt(await portOf())).toBe(true)
    await stop()
    expect(await listensAt(await portOf())).toBe(false)
  })

  it.each([
    ['a process that is gone', 2 ** 22 + 1],
    ['another program', process.pid],
  ])('starts where the lock file of a crashed server names %s', async (_, pid) => {
    const lock = join(cluster, 'data/postmaster.pid')
    const lines = [pid, join(cluster, 'data'), 1, await portOf(), '', '127.0.0.1', '  1 1', 'ready   ', '']
    await writeFile(lock, lines.join('\n'))
    await chmod(lock, 0o666)
    const { stop } = await startEmbeddedPostgresql(cluster)
    expect(await listensAt(await portOf())).toBe(true)
    await stop()
  })
})

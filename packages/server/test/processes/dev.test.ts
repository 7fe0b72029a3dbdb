import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scopes } from '@parley/contract'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../src/cli/sandbox/seed-sandbox.ts'
import { dropDatabase } from '../../src/platform/db/provisioning/drop-database.ts'
import { adminUrl } from '../database/admin-url.ts'
import { freePort } from './free-port.ts'
import { parley } from './process.ts'

const name = `parley_dev_test_${process.pid}`
const databaseUrl = new URL(adminUrl)
databaseUrl.pathname = `/${name}`
let folder: string
let port: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-dev-'))
  port = await freePort()
})
afterAll(async () => {
  await dropDatabase(adminUrl, name)
  await rm(folder, { recursive: true })
})

const start = (...options: string[]) =>
  parley(['dev', '--port', String(port), '--database-url', databaseUrl.href, ...options], {}, { cwd: folder })

async function listening(dev: ReturnType<typeof start>): Promise<Sandbox> {
  await dev.printed(/api .*Server listening/)
  await dev.printed(/worker .*Server listening/)
  return JSON.parse(await readFile(join(folder, '.parley/dev.json'), 'utf8')) as Sandbox
}

const withoutTokens = ({ advisors, ...rest }: Sandbox): object => ({
  ...rest,
  advisors: advisors.map(({ accessToken: _accessToken, ...advisor }) => advisor),
})

describe('parley dev', () => {
  it('creates and seeds a sandbox, starts and stops api and worker; the seed is the same each time', async () => {
    const first = start('--fresh')
    const sandbox = await listening(first)
    await expectUsable(sandbox)
    for (const { email, password, textingNumber } of sandbox.advisors) {
      for (const word of [email, password, textingNumber]) expect(first.output()).toContain(word)
    }
    first.child.kill('SIGINT')
    expect(await first.exited()).toBe(0)
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')

    for (const options of [[], ['--fresh']]) {
      const again = start(...options)
      expect(withoutTokens(await listening(again))).toEqual(withoutTokens(sandbox))
      again.child.kill('SIGTERM')
      expect(await again.exited()).toBe(0)
    }
  })
})

async function expectUsable({ baseUrl, tokenUrl, application, advisors }: Sandbox): Promise<void> {
  const { origin } = new URL(baseUrl)
  for (const address of [`${origin}/readyz`, `http://127.0.0.1:${port + 1}/readyz`]) {
    expect((await fetch(address)).status).toBe(200)
  }
  expect(advisors.map(({ identifier }) => identifier)).toEqual(['avery', 'blake', 'casey'])
  const keys = createRemoteJWKSet(new URL(`${origin}/oauth/jwks`))
  for (const { identifier, accessToken } of advisors) {
    const { payload } = await jwtVerify(accessToken, keys, {
      issuer: origin,
      audience: baseUrl,
      typ: 'at+jwt',
    })
    expect(payload).toMatchObject({ sub: identifier, client_id: application.clientId })
    expect(String(payload['scope']).split(' ')).toEqual(Object.keys(scopes))
    expect(Number(payload.exp) - Date.now() / 1000).toBeGreaterThan(12 * 3_600)
  }
  const answer = await fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: application.clientId,
      client_secret: application.clientSecret,
      advisor: 'avery',
      scope: 'text.messaging.read',
    }),
  })
  expect(answer.status).toBe(200)
}

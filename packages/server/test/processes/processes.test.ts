import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { useTestDatabase } from '../database/database.ts'
import { listening, metricsOf, parley } from './process.ts'

const { owner, url, ownerUrl } = await useTestDatabase()

const settings = {
  DATABASE_URL: url,
  PORT: '0',
  WORKER_PORT: '0',
  PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}

describe('parley api', () => {
  let server: ReturnType<typeof parley>
  let origin: string
  beforeAll(async () => {
    // The requests that wait for a lock must not be ended by it.
    server = parley(['api'], { ...settings, STATEMENT_TIMEOUT_MS: '120000' })
    origin = await listening(server)
  })
  afterAll(() => server.child.kill('SIGKILL'))

  it('serves metrics only on a separate port', async () => {
    expect((await fetch(`${origin}/metrics`)).status).toBe(404)
    expect(await (await fetch(await metricsOf(server))).text()).toContain('db_client_connections')
  })

  it('finishes 200 requests in progress on SIGTERM, and exits with 0', async () => {
    // The requests wait for this lock, so that all of them are in progress when the signal comes.
    const holder = await owner.connect()
    let answers: readonly Promise<number>[] = []
    try {
      await holder.query('begin; lock table installation in access exclusive mode')
      answers = Array.from({ length: 200 }, () => fetch(`${origin}/readyz`).then(answer => answer.status))
      await waitForQueue(server.output, await metricsOf(server))
      server.child.kill('SIGTERM')
      await server.printed(/"msg":"stopping"/)
      await new Promise(resolve => setTimeout(resolve, 200))
    } finally {
      // Otherwise the other tests would wait for it too.
      await holder.query('commit')
      holder.release()
    }
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 200 }, () => 200))
    expect(await server.exited()).toBe(0)
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow('fetch failed')
  })

  it('starts while the database is unavailable, and reports it', async () => {
    const api = parley(['api'], { ...settings, DATABASE_URL: 'postgres://parley_app@127.0.0.1:1/parley' })
    const address = await listening(api)
    expect(api.output()).toContain('"why":"the database cannot be reached"')
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    expect((await fetch(`${address}/readyz`)).status).toBe(502)
    api.child.kill('SIGTERM')
    expect(await api.exited()).toBe(0)
  })

  it('reports all configuration errors at once', async () => {
    const api = parley(['api'], { PORT: 'high', LOG_LEVEL: 'loud' })
    expect(await api.exited()).toBe(1)
    for (const variable of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'PARLEY_SECRET_KEY'])
      expect(api.output()).toContain(variable)
    expect(api.output()).not.toContain('    at ')
  })
})

describe('parley worker', () => {
  let worker: ReturnType<typeof parley>
  let address: string
  beforeAll(async () => {
    await owner.query(
      `insert into idempotency_key (advisor_id, application_id, operation, key, fingerprint, answer, created_at)
       values (1, 1, 'sendMessage', 'old', sha256(''), '1', now() - interval '25 hours')`,
    )
    worker = parley(['worker'], settings)
    address = await listening(worker)
  })
  afterAll(() => worker.child.kill('SIGKILL'))

  it('deletes idempotency keys older than a day', async () => {
    await vi.waitFor(async () => {
      const { rows } = await owner.query<object>('select from idempotency_key')
      expect(rows).toHaveLength(0)
    }, 60_000)
  })

  it('exits if it cannot start, instead of running without its operator endpoints', async () => {
    const second = parley(['worker'], { ...settings, WORKER_PORT: new URL(address).port })
    expect(await second.exited()).toBe(1)
    expect(second.output()).toContain('"msg":"could not start"')
  })

  it('serves the operator endpoints and stops on SIGTERM', async () => {
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${address}/metrics`)).text()).toContain('db_client_connections')
    worker.child.kill('SIGTERM')
    expect(await worker.exited()).toBe(0)
  })
})

describe('parley migrate', () => {
  it('succeeds on a database that is up to date', async () => {
    const migrate = parley(['migrate'], { DATABASE_OWNER_URL: ownerUrl })
    expect(await migrate.exited()).toBe(0)
    expect(migrate.output()).toBe('The database is up to date.\n')
  })

  it('refuses a database of another environment, with a one-sentence error', async () => {
    const migrate = parley(['migrate'], { DATABASE_OWNER_URL: ownerUrl, PARLEY_ENVIRONMENT: 'production' })
    expect(await migrate.exited()).toBe(1)
    expect(migrate.output()).toMatch(/^This database is cell 1 of sandbox .*\n$/)
  })
})

describe('parley', () => {
  it('prints help, and exits with 2 on a usage error', async () => {
    const help = parley(['--help'])
    expect(await help.exited()).toBe(0)
    for (const command of ['api', 'worker', 'migrate', 'dev']) expect(help.output()).toContain(`  ${command}`)
    const wrong = parley(['wroker'])
    expect(await wrong.exited()).toBe(2)
    expect(wrong.output()).toContain('Did you mean worker?')
  })
})

/** Waits until the pool is exhausted and the other requests wait for a connection, and perhaps the high-water mark too. */
async function waitForQueue(output: () => string, metricsAddress: string): Promise<void> {
  for (const endMs = performance.now() + 60_000; performance.now() < endMs; ) {
    const metrics = await (await fetch(metricsAddress)).text()
    const [, awaited = '0'] = /db_client_connections\{state="awaited"\} (\d+)/.exec(metrics) ?? []
    if (Number(awaited) >= 190) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error(`the requests did not queue up:\n${output()}`)
}

it('a rejection that nothing handles is logged, without its message, and does not stop the process', async () => {
  const module = (path: string): string => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href)
  const program = `
    import { stopWithGrace } from ${module('cli/stop-with-grace.ts')}
    import { createLogger } from ${module('platform/telemetry/logger.ts')}
    stopWithGrace({ shutdownGraceMs: 1_000, log: createLogger('info'), stop: async () => {} })
    void Promise.reject(new RangeError('a text to +12025550123'))
    setTimeout(() => {
      console.log('still alive')
      process.kill(process.pid, 'SIGTERM')
    }, 50)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  expect(stdout).toContain('"msg":"a rejected promise was not handled"')
  expect(stdout).toContain('"type":"RangeError"')
  expect(stdout).not.toContain('+12025550123')
  expect(stdout).toContain('still alive')
  expect(stdout).toContain('"msg":"stopped"')
})

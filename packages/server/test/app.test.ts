import { describe, expect, it } from 'vitest'
import { createOperatorServer } from '../src/app.ts'
import { createPool, type Database } from '../src/platform/db/pool.ts'
import { createLogger } from '../src/platform/telemetry/logger.ts'
import { startMetrics } from '../src/platform/telemetry/metrics.ts'
import { useTestDatabase } from './database/database.ts'

const { database, owner } = await useTestDatabase()

const metrics = startMetrics()
const appOn = (pool: Database, environment: 'sandbox' | 'production' = 'sandbox') =>
  createOperatorServer({
    config: { cell: 1, environment, publicOrigin: 'https://parley.test', trustedProxies: [] },
    database: pool,
    log: createLogger('silent'),
    metrics,
  })

describe('the operator endpoints', () => {
  it('report a live and ready process', async () => {
    const app = appOn(database)
    expect(await app.inject('/healthz')).toMatchObject({ statusCode: 200, body: '{"status":"ok"}' })
    expect(await app.inject('/readyz')).toMatchObject({ statusCode: 200, body: '{"status":"ready"}' })
    await app.close()
  })

  it('report alive but not ready when the database cannot be reached', async () => {
    const nowhere = createPool({
      url: 'postgres://parley_app@127.0.0.1:1/parley',
      size: 2,
      applicationName: 'test',
      connectTimeoutMs: 500,
    })
    const app = appOn(nowhere)
    const answer = await app.inject('/readyz')
    expect(answer.statusCode).toBe(502)
    expect(answer.json()).toMatchObject({
      code: 'downstream_unavailable',
      detail: 'Not ready: the database cannot be reached.',
      retryable: true,
    })
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    await app.close()
    await nowhere.end()
  })

  it('report not ready while migrations are pending', async () => {
    const app = appOn(database)
    await owner.query(`update schema_migration set name = 'another' where name = '0001-foundation'`)
    expect((await app.inject('/readyz')).json()).toMatchObject({
      detail: 'Not ready: run parley migrate, 1 to apply.',
    })
    await owner.query(`update schema_migration set name = '0001-foundation' where name = 'another'`)
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    await app.close()
  })

  it('report not ready on a database of the other environment', async () => {
    const app = appOn(database, 'production')
    expect((await app.inject('/readyz')).json()).toMatchObject({
      detail:
        'Not ready: the database belongs to cell 1 of sandbox, which does not match PARLEY_CELL and PARLEY_ENVIRONMENT.',
    })
    await app.close()
  })

  it('expose metrics by operation and status, without URLs', async () => {
    const app = appOn(database)
    await app.inject('/v1/nowhere/+12025550199?phone=%2B12025550199')
    const { body, headers } = await app.inject('/metrics')
    expect(headers['content-type']).toContain('text/plain')
    expect(body).toMatch(
      /http_server_request_duration_seconds_count\{operation="unknown",status="404"\} [1-9]/,
    )
    expect(body).toMatch(/^process_resident_memory_bytes/m)
    expect(body).not.toContain('2025550199')
    await app.close()
  })
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { closedGuard } from '../../platform/http/guard.ts'
import { createHttpServer } from '../../platform/http/server.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'
import { serveLog } from './serve-log.ts'

const folder = await mkdtemp(join(tmpdir(), 'parley-served-'))
const published = join(folder, 'published')
const server = createHttpServer({
  log: createLogger('silent'),
  origin: 'http://sealer.parley.test',
  guard: closedGuard,
})
serveLog(server, published)
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

await mkdir(join(published, 'tile', '0', 'x001', '234.p'), { recursive: true })
const size = 1_234 * 256 + 7
const note = `log.test\n${size}\n${Buffer.alloc(32).toString('base64')}\n\n— log.test AAAAAAAA\n`
await writeFile(join(published, 'checkpoint'), note)
await writeFile(join(published, 'policy.txt'), 'log key')
await writeFile(join(published, 'tile', '0', '000'), 'a full tile')
await writeFile(join(published, 'tile', '0', 'x001', '234.p', '7'), 'a partial tile')
await writeFile(join(published, 'tile', '0', 'x001', '234.p', '8'), 'not signed yet')
await mkdir(join(published, 'timestamps'))
await writeFile(join(published, 'timestamps', '7.tsr'), 'a token')
await writeFile(join(published, 'timestamps', '7.note'), note)
await writeFile(join(folder, 'key'), 'a secret')
await writeFile(join(published, 'other'), 'not of the log')

const get = async (path: string) => {
  const { statusCode, body, headers } = await server.inject({ url: path })
  return { statusCode, body, cache: headers['cache-control'] }
}

it.each([
  ['/log/checkpoint', note, 'no-cache'],
  ['/log/policy.txt', 'log key', 'no-cache'],
  ['/log/timestamps/7.tsr', 'a token', 'no-cache'],
  ['/log/timestamps/7.note', note, 'no-cache'],
  ['/log/tile/0/000', 'a full tile', 'public, max-age=31536000, immutable'],
  ['/log/tile/0/x001/234.p/7', 'a partial tile', 'public, max-age=31536000, immutable'],
])('serves %s', async (path, body, cache) => {
  expect(await get(path)).toEqual({ statusCode: 200, body, cache })
})

it.each([
  '/log/tile/0/001',
  '/log/tile/0/x001/234.p/8',
  '/log/tile/0/x000/000',
  '/log/tile/0/../../../key',
  '/log/tile/%2e%2e/%2e%2e/key',
  '/log/tile/0/000.p/0',
  '/log/timestamps/8.tsr',
  '/log/timestamps/..%2fcheckpoint',
  '/log/other',
  '/log/',
  `/log/tile/0/${'x001/'.repeat(500)}001`,
])('serves nothing at %s', async path => {
  expect((await get(path)).statusCode).toBe(404)
})

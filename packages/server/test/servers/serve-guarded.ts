// A separate api process, started with a database URL, an origin and a Redis URL.
import { createPool } from '../../src/platform/db/pool.ts'
import { startGuardedServer } from './guarded-server.ts'

const [, , databaseUrl = '', publicOrigin = '', redisUrl = ''] = process.argv
const database = createPool({ url: databaseUrl, size: 2, applicationName: 'test', connectTimeoutMs: 5_000 })
const { port } = await startGuardedServer({ database, config: { publicOrigin, redisUrl } })
process.send?.(port)
process.once('disconnect', () => process.exit())

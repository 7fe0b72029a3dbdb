// An api process of its own: started with the address of a database, an origin and the address of a Redis.
import { createPool } from '../src/db/pool.ts'
import { startGuardedServer } from './guarded-server.ts'

const [, , databaseUrl = '', publicOrigin = '', redisUrl = ''] = process.argv
const database = createPool({ url: databaseUrl, size: 2, applicationName: 'test', connectTimeoutMs: 5_000 })
const { port } = await startGuardedServer({ database, config: { publicOrigin, redisUrl } })
process.send?.(port)
process.once('disconnect', () => process.exit())

import { createHash } from 'node:crypto'
import { migrate } from '../../packages/server/src/platform/db/migrate.ts'
import { createPool, type Database } from '../../packages/server/src/platform/db/pool.ts'
import { databaseUrls } from '../../packages/server/src/platform/db/provisioning/database-urls.ts'
import { provisionDatabase } from '../../packages/server/src/platform/db/provisioning/provision.ts'
import { addCallers, type Callers } from './load/callers.ts'
import { fill } from './load/fill.ts'
import { type PreparedSend, prepareSends } from './load/requests.ts'
import type { Shape } from './load/shape.ts'

export const installation = { cell: 1, environment: 'sandbox' } as const
export const secretKey = createHash('sha256').update('parley bench').digest()
const template = 'parley_template'

export interface Prepared {
  readonly callers: Callers
  readonly sends: readonly PreparedSend[]
}

interface Filling {
  readonly adminUrl: string
  readonly shape: Shape
  readonly publicOrigin: string
  /** Pace of each number. */
  readonly textsPerSecond: number
}

const poolOf = (url: string): Database =>
  createPool({ url, size: 8, applicationName: 'parley bench', connectTimeoutMs: 30_000 })

/** Creates the database that every measurement starts from a copy of. */
export async function createTemplate(filling: Filling): Promise<Prepared> {
  const { adminUrl, shape, publicOrigin, textsPerSecond } = filling
  const { ownerUrl } = await provisionDatabase({ adminUrl, database: template })
  await migrate({ ownerUrl, ...installation, log: () => {} })
  const owner = poolOf(ownerUrl)
  try {
    await fill(owner, shape, textsPerSecond)
    const callers = await addCallers(owner, {
      ...installation,
      publicOrigin,
      secretKey,
      formerSecretKeys: [],
    })
    const sends = await prepareSends(owner, callers)
    await owner.query('vacuum (analyze)')
    return { callers, sends }
  } finally {
    await owner.end()
  }
}

export interface Copy {
  readonly name: string
  /** As the service connects. */
  readonly appUrl: string
  readonly sealerUrl: string
  /** As the superuser of the cluster. */
  readonly adminUrl: string
  readonly database: Database
  readonly drop: () => Promise<void>
}

let copies = 0

/** A copy of the template on disk, so that a measurement starts without leftovers or dirty pages of another. */
export async function copyTemplate(clusterUrl: string, source = template): Promise<Copy> {
  copies += 1
  const name = `parley_${copies}`
  const admin = poolOf(clusterUrl)
  await admin.query(`create database ${name} owner parley_owner template ${source} strategy file_copy`)
  // Grants on a database are not copied with it.
  await admin.query(`revoke all on database ${name} from public`)
  await admin.query(`grant connect on database ${name} to parley_app, parley_sealer`)
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  const database = poolOf(url.href)
  return {
    name,
    ...databaseUrls(clusterUrl, name),
    adminUrl: url.href,
    database,
    drop: async () => {
      await database.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

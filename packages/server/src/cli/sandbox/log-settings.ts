import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPool } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'

/**
 * Settings of the sealed log of a sandbox. A database that is dropped, or a clone that is deleted, leaves a log that cannot go
 * on; so each database in each clone has a log of its own, with a name of its own.
 */
export async function logSettings(
  ownerUrl: string,
  parent: string,
): Promise<Readonly<Record<string, string>>> {
  const folder = join(parent, `log-${await identityOf(ownerUrl)}`)
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'origin')
  await writeFile(file, `parley.localhost/log/${randomBytes(4).toString('hex')}`, { flag: 'wx' }).catch(
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    },
  )
  return {
    LOG_ORIGIN: await readFile(file, 'utf8'),
    LOG_DIRECTORY: join(folder, 'published'),
    LOG_KEY_FILE: join(folder, 'key'),
  }
}

/** A database that is created again gets another number. */
async function identityOf(ownerUrl: string): Promise<number> {
  const database = createPool({
    url: ownerUrl,
    size: 1,
    applicationName: 'parley dev',
    connectTimeoutMs: 5_000,
  })
  try {
    const { rows } = await database.query<{ oid: number }>(
      'select oid::bigint from pg_database where datname = current_database()',
    )
    return firstRow(rows, 'the database').oid
  } finally {
    await database.end()
  }
}

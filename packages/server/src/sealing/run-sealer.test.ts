import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { eventually } from '../../test/carriers/texting.ts'
import { useTestDatabase } from '../../test/database/database.ts'
import { writeEntries } from '../../test/write-entries.ts'
import { lockDirectory } from '../platform/files/lock-directory.ts'
import { createLogger } from '../platform/telemetry/logger.ts'
import { startMetrics } from '../platform/telemetry/metrics.ts'
import { runSealer } from './run-sealer.ts'
import { readLogStatus } from './sequence/read-log-status.ts'

const metrics = startMetrics()
const { database, sealer } = await useTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'parley-run-'))
afterAll(() => rm(folder, { recursive: true }))
const keys = join(folder, 'keys')
await mkdir(keys)
const place = { origin: 'run.test/log', directory: join(folder, 'published'), keyFile: join(keys, 'key') }

async function withSealer(act: () => Promise<void>): Promise<void> {
  const running = runSealer({ database: sealer, log: createLogger('silent'), place })
  try {
    await act()
  } finally {
    await running.stop()
  }
}

const refusal = async (): Promise<string | null> => (await readLogStatus(sealer)).refusal
const hasLag = async (): Promise<boolean> =>
  /^parley_log_lag_seconds\S* /m.test(await metrics.render()) &&
  /^parley_log_seal_lag_seconds/m.test(await metrics.render())

describe('a sealer', () => {
  it('that waits for another has no lag', async () => {
    const other = lockDirectory(keys)
    await withSealer(async () => {
      await new Promise(resolve => setTimeout(resolve, 300))
      expect(await hasLag()).toBe(false)
      other.release()
      await eventually('it works', hasLag)
    })
  })

  it('that does not go on says why in the status, until it goes on', async () => {
    await writeEntries(database, [{ advisorId: 7 }])
    await withSealer(() =>
      eventually('it is signed', async () => (await readLogStatus(sealer)).signed?.size === 1),
    )
    expect(await refusal()).toBeNull()
    await rename(`${place.keyFile}.signed`, join(folder, 'away'))
    await withSealer(() => eventually('it is refused', async () => (await refusal()) === 'state_lost'))
    // Also after its end.
    expect(await refusal()).toBe('state_lost')
    await rename(join(folder, 'away'), `${place.keyFile}.signed`)
    await withSealer(() => eventually('it goes on', async () => (await refusal()) === null))
  })
})

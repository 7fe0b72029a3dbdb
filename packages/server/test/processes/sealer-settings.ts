import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Settings of a `parley sealer` with a log of its own, which goes when the tests of the file have ended. */
export async function sealerSettings(sealerUrl: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-sealer-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return {
    SEALER_DATABASE_URL: sealerUrl,
    SEALER_PORT: '0',
    LOG_ORIGIN: 'sealer.parley.test/log',
    LOG_DIRECTORY: join(folder, 'published'),
    LOG_KEY_FILE: join(folder, 'key'),
  }
}

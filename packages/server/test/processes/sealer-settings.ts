import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSigner, printVerifierKey } from '@parley/evidence'
import { afterAll } from 'vitest'

/** Settings of a `parley sealer` with a log of its own, which goes when the tests of the file have ended. Its witness is never there. */
export async function sealerSettings(sealerUrl: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-sealer-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const { key } = createSigner('witness.parley.test', 'ed25519-cosignature', randomBytes(32))
  const policyFile = join(folder, 'policy')
  await writeFile(policyFile, `witness away ${printVerifierKey(key)} http://127.0.0.1:1\nquorum away\n`)
  return {
    SEALER_DATABASE_URL: sealerUrl,
    SEALER_PORT: '0',
    LOG_ORIGIN: 'sealer.parley.test/log',
    LOG_DIRECTORY: join(folder, 'published'),
    LOG_KEY_FILE: join(folder, 'key'),
    LOG_POLICY_FILE: policyFile,
  }
}

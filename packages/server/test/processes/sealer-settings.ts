import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSigner, printVerifierKey } from '@parley/evidence'
import { afterAll } from 'vitest'

/** A certificate whose key nobody has. */
const root = `-----BEGIN CERTIFICATE-----
MIIBdDCCARugAwIBAgIUQwUK+58mA11qIws2gsajrLAmTFkwCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEQXdheTAgFw0yNjExMTcxOTM4MjVaGA8yMTI2MTAyNDE5Mzgy
NVowDzENMAsGA1UEAwwEQXdheTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABE2k
ASInivC6WEom1Q6C1bijeGGr3xFBLGs1g/FZb9g4067AqoxFtrrS9YltkT3Sb8pg
Iy9+kRI+dqwksRbExnCjUzBRMB0GA1UdDgQWBBQXfseYXAqIruWQHchuAS+M4xUU
tDAfBgNVHSMEGDAWgBQXfseYXAqIruWQHchuAS+M4xUUtDAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0cAMEQCIECYShJ/zlMynVkP0vo4NZ8X2eDWFXwLhKjd
nnF8Vlv8AiAmBL2WAcnsitFYY8G65cbOucrzHAL/iD5HS8WFMS17HQ==
-----END CERTIFICATE-----
`

/** Settings of a `parley sealer` with a log of its own, which goes when the tests of the file have ended. Its witness and its time-stamp authority are never there. */
export async function sealerSettings(sealerUrl: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-sealer-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const { key } = createSigner('witness.parley.test', 'ed25519-cosignature', randomBytes(32))
  const policyFile = join(folder, 'policy')
  await writeFile(policyFile, `witness away ${printVerifierKey(key)} http://127.0.0.1:1\nquorum away\n`)
  const rootsFile = join(folder, 'roots.pem')
  await writeFile(rootsFile, root)
  return {
    SEALER_DATABASE_URL: sealerUrl,
    SEALER_PORT: '0',
    LOG_ORIGIN: 'sealer.parley.test/log',
    LOG_DIRECTORY: join(folder, 'published'),
    LOG_KEY_FILE: join(folder, 'key'),
    LOG_POLICY_FILE: policyFile,
    LOG_TIMESTAMP_URL: 'http://127.0.0.1:1',
    LOG_TIMESTAMP_ROOTS_FILE: rootsFile,
  }
}

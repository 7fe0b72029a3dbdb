import { checkSecretKey, type SecretKeys, WrongSecretKeyError } from '../../identity/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { openCredentials } from './credentials.ts'
import { allCarriers } from './queries.ts'

/** Rejects a key other than the installation's: no worker could open what it seals. */
export async function requireSecretKey(tx: Tx, keys: SecretKeys): Promise<void> {
  try {
    // Until an API process has run, the only check is whether the key opens other carriers' credentials.
    if (!(await checkSecretKey(tx, keys))) await checkByCarriers(tx, keys)
  } catch (error) {
    if (!(error instanceof WrongSecretKeyError)) throw error
    throw new Problem('conflict', `${error.message.replace(/\.$/, '')}.`, {
      remedies: [{ do: 'rotate signing keys' }],
    })
  }
}

/** One match is enough: after a key change, credentials are replaced carrier by carrier. */
async function checkByCarriers(tx: Tx, keys: SecretKeys): Promise<void> {
  let wrong: WrongSecretKeyError | undefined
  for (const { name, encryptedCredentials } of await allCarriers(tx, [])) {
    if (!encryptedCredentials) continue
    try {
      openCredentials(encryptedCredentials, name, keys)
      return
    } catch (error) {
      if (!(error instanceof WrongSecretKeyError)) throw error
      wrong ??= error
    }
  }
  if (wrong) throw wrong
}

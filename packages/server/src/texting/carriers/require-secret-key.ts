import type { Tx } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { checkSecretKey, WrongSecretKeyError } from '../../identity/index.ts'
import { openCredentials } from './credentials.ts'
import { allCarriers } from './queries.ts'

/** Refuses a key that is not the installation's: what is sealed with it no worker could open. */
export async function requireSecretKey(tx: Tx, secretKey: Buffer): Promise<void> {
  try {
    // Until an api has run, only the credentials of other carriers can tell.
    if (!(await checkSecretKey(tx, secretKey))) await checkByCarriers(tx, secretKey)
  } catch (error) {
    if (!(error instanceof WrongSecretKeyError)) throw error
    throw new Problem(
      'conflict',
      `${error.message.replace(/\.$/, '')}. If the whole installation has a new one, begin with its signing keys: parley keys rotate --now`,
    )
  }
}

/** One is enough: under a new key they are given anew one by one. */
async function checkByCarriers(tx: Tx, secretKey: Buffer): Promise<void> {
  let wrong: WrongSecretKeyError | undefined
  for (const { name, encryptedCredentials } of await allCarriers(tx, [])) {
    if (!encryptedCredentials) continue
    try {
      openCredentials(encryptedCredentials, name, secretKey)
      return
    } catch (error) {
      if (!(error instanceof WrongSecretKeyError)) throw error
      wrong ??= error
    }
  }
  if (wrong) throw wrong
}

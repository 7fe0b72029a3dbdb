import { setTimeout as sleep } from 'node:timers/promises'
import { createCarrier } from '../../carriers/index.ts'
import type { SecretKeys } from '../../identity/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { decryptCarrier } from './decrypt-carrier.ts'
import { findCarrier } from './find-carrier.ts'

interface Keys {
  readonly secretKeys: () => SecretKeys
  readonly publicOrigin: string
}

type Tried =
  | { readonly ending: 'connected'; readonly tookMs: number }
  | { readonly ending: 'failed'; readonly why: string }

const patienceMs = 15_000
const lookMs = 20

/** Connects to a carrier as a worker would, then disconnects. Sends no text. */
export async function tryCarrier(database: Database, keys: Keys, name: string): Promise<Tried> {
  const description = decryptCarrier(await findCarrier(database, name), keys)
  if (!description) return { ending: 'connected', tookMs: 0 }
  const beganMs = performance.now()
  let trouble: string | undefined
  const carrier = createCarrier(description, { onTrouble: why => (trouble = why), onFailure: () => {} })
  try {
    for (;;) {
      const tookMs = performance.now() - beganMs
      if (carrier.link === 'up') return { ending: 'connected', tookMs: Math.round(tookMs) }
      if (trouble !== undefined) return { ending: 'failed', why: trouble }
      if (tookMs > patienceMs) return { ending: 'failed', why: 'no answer in time' }
      await sleep(lookMs)
    }
  } finally {
    await carrier.close()
  }
}

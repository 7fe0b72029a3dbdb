import { type CryptoKey, importJWK } from 'jose'
import type { Environment } from '../../platform/db/migrate.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { within } from '../../platform/time/within.ts'
import { keyVerifiesSeconds } from '../lifetimes.ts'
import { type PublicKeyRow, publicKeys } from './queries.ts'

const reloadAfterMs = 60_000
/** Made-up key ids must not cause a database query each. */
const unknownKidEveryMs = 5_000
const readMs = 2_000

/** The public keys of our tokens, as in the database. */
export class SigningKeys {
  readonly #database: Database
  readonly #environment: Environment
  readonly #clock: Clock
  #keys = new Map<string, CryptoKey>()
  #loadedAtMs = -Infinity
  #attemptedAtMs = -Infinity
  #failure: { readonly error: unknown } | undefined
  #loading: Promise<void> | undefined

  constructor(database: Database, environment: Environment, clock: Clock) {
    this.#database = database
    this.#environment = environment
    this.#clock = clock
  }

  /** Whether the key is cached and fresh. */
  holds(kid: string): boolean {
    return this.#isFresh() && this.#keys.has(kid)
  }

  /** Rejects if the database is unavailable. */
  async find(kid: string): Promise<CryptoKey | undefined> {
    if (!this.#isFresh()) await this.#load()
    if (!this.#keys.has(kid)) {
      const mayAsk = this.#clock.monotonicMs() - this.#attemptedAtMs >= unknownKidEveryMs
      if (mayAsk || this.#loading) await this.#load()
      else if (this.#failure) throw this.#failure.error
    }
    return this.#keys.get(kid)
  }

  #isFresh(): boolean {
    return this.#clock.monotonicMs() - this.#loadedAtMs < reloadAfterMs
  }

  #load(): Promise<void> {
    this.#loading ??= this.#loadOnce().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #loadOnce(): Promise<void> {
    const beganAtMs = this.#clock.monotonicMs()
    this.#attemptedAtMs = beganAtMs
    try {
      const rows = await within(readMs, publicKeys(this.#database, [keyVerifiesSeconds(this.#environment)]))
      this.#keys = new Map((await Promise.all(rows.map(importKey))).flat())
      this.#loadedAtMs = beganAtMs
      this.#failure = undefined
    } catch (error) {
      this.#failure = { error }
      throw error
    }
  }
}

async function importKey({ kid, publicJwk: { x, y } }: PublicKeyRow): Promise<[string, CryptoKey][]> {
  try {
    // Whatever the record says, the key is used only for this.
    const key = await importJWK({ kty: 'EC', crv: 'P-256', x: String(x), y: String(y) }, 'ES256')
    return [[kid, key]]
  } catch {
    return [] // one broken record must not reject every token
  }
}

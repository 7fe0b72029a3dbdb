import { type CryptoKey, importJWK } from 'jose'
import type { Environment } from '../../db/migrate.ts'
import type { Database } from '../../db/pool.ts'
import { keyVerifiesSeconds } from '../authorization/lifetimes.ts'
import type { Clock } from './clock.ts'
import { type PublicKeyRow, publicKeys } from './queries.ts'
import { within } from './within.ts'

const reloadAfterMs = 60_000
/** Whoever makes up key ids must not make us ask the database each time. */
const unknownKidEveryMs = 5_000
const readMs = 2_000

/** The public halves of the keys that sign our tokens, as the database has them. */
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

  /** Whether the key is known for sure, without asking. */
  holds(kid: string): boolean {
    return this.#isFresh() && this.#keys.has(kid)
  }

  /** Rejects when the database cannot say. */
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

async function importKey({ kid, public_jwk: { x, y } }: PublicKeyRow): Promise<[string, CryptoKey][]> {
  try {
    // Whatever else the record says, this is what it is used for.
    const key = await importJWK({ kty: 'EC', crv: 'P-256', x: String(x), y: String(y) }, 'ES256')
    return [[kid, key]]
  } catch {
    return [] // one broken record must not lock everybody out
  }
}

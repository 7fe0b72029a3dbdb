import { type ClientBase, DatabaseError } from 'pg'
import { DistrustedDatabaseError } from '../db/errors.ts'
import { type Found, judgeDatabase } from './judge-database.ts'
import { foundText } from './queries.ts'

interface FenceOptions {
  /** From the file. */
  readonly seen?: number | undefined
  /** The sealer says in its own words that it is connected to a standby. */
  readonly admitsStandby?: boolean
}

/** 42P01 and 42883: no such table or function, because it is not migrated. */
const notMigrated = new Set(['42P01', '42883'])

/**
 * What a process remembers of its database. Every connection to a restored database is a new connection, so it is checked there
 * and nowhere else.
 */
export class Fence {
  #seen: number | undefined
  readonly #admitsStandby: boolean

  constructor({ seen, admitsStandby = false }: FenceOptions = {}) {
    this.#seen = seen
    this.#admitsStandby = admitsStandby
  }

  /** Only what is known to be durable. */
  note(counter: number): void {
    this.#seen = Math.max(counter, this.#seen ?? 0)
  }

  /** The check of a new connection. */
  readonly admit = async (client: ClientBase): Promise<void> => {
    const judgement = judgeDatabase(await find(client), this.#seen)
    if (judgement === 'trusted' || (judgement === 'standby' && this.#admitsStandby)) return
    throw new DistrustedDatabaseError(judgement, this.#seen)
  }
}

async function find(client: ClientBase): Promise<Found | undefined> {
  try {
    const { rows } = await client.query<Found>(foundText)
    return rows[0]
  } catch (error) {
    if (error instanceof DatabaseError && notMigrated.has(error.code ?? '')) return undefined
    throw error
  }
}

import type { Database, Queryable } from '../../packages/server/src/db/pool.ts'

export interface SentStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

interface Stopwatch {
  readonly queryable: Queryable
  /** Milliseconds in statements since the last time, and which they were. */
  readonly take: () => { readonly ms: number; readonly statements: readonly SentStatement[] }
}

/** Sends the statements of a query on, and counts the time until each is answered: what the database alone costs. */
export function createStopwatch(database: Database): Stopwatch {
  let ms = 0
  let statements: SentStatement[] = []
  const query = async (sent: SentStatement & { readonly name?: string }): Promise<unknown> => {
    const start = performance.now()
    try {
      return await database.query({ ...sent, values: [...sent.values] })
    } finally {
      ms += performance.now() - start
      statements.push({ text: sent.text, values: sent.values })
    }
  }
  return {
    queryable: { query } as unknown as Queryable,
    take: () => {
      const taken = { ms, statements }
      ms = 0
      statements = []
      return taken
    },
  }
}

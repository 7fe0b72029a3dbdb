import type { Database, Queryable } from '../../packages/server/src/platform/db/pool.ts'

export interface SentStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

interface Stopwatch {
  readonly queryable: Queryable
  /** Statement time in milliseconds since the last call, by statement. */
  readonly take: () => { readonly ms: number; readonly statements: readonly SentStatement[] }
}

/** Forwards statements and measures the time until each result: the cost of the database alone. */
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

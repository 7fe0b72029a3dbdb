import type { Database } from '../../src/platform/db/pool.ts'

export interface WatchedDatabase {
  readonly database: Database
  /** The names of the statements that were run, in order. */
  readonly statements: string[]
  /** Behaviour from now on. */
  state: 'up' | 'down' | 'silent'
}

/** A database that records its statements and can simulate an outage. */
export function watchDatabase(database: Database): WatchedDatabase {
  const watched: WatchedDatabase = {
    statements: [],
    state: 'up',
    database: {
      query: (query: { readonly name: string; readonly text: string }) => {
        watched.statements.push(query.name)
        if (watched.state === 'silent') return new Promise(() => {})
        if (watched.state === 'up') return database.query(query)
        return Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
      },
    } as unknown as Database,
  }
  return watched
}

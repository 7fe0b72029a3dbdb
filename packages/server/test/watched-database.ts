import type { Database } from '../src/db/pool.ts'

export interface WatchedDatabase {
  readonly database: Database
  /** The names of the statements that were run, in order. */
  readonly statements: string[]
  /** How it behaves from now on. */
  state: 'up' | 'down' | 'silent'
}

/** A database that tells what it was asked, and that can be made to fail as a lost one does. */
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

import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Copy {
  /** One row, its values separated by tabs. */
  readonly add: (row: string) => void
  /** Waits if the server is behind. Call it now and then. */
  readonly keepUp: () => Promise<void>
  readonly finish: () => Promise<void>
}

const chunkCharacters = 1 << 18

/** Loads rows by COPY through psql, because the driver has no COPY. Truncates the table, so that rows can be frozen. */
export function copyInto(url: string, table: string, columns: readonly string[]): Copy {
  const statements = [
    'begin',
    `truncate ${table}`,
    `copy ${table} (${columns.join(', ')}) from stdin with (freeze)`,
    'commit',
  ]
  const psql = spawn(
    'psql',
    ['-X', '-q', '-v', 'ON_ERROR_STOP=1', ...statements.flatMap(statement => ['-c', statement]), url],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  )
  let mistakes = ''
  psql.stderr.on('data', chunk => (mistakes += chunk))
  psql.stdin.on('error', () => {}) // its exit reports the error
  const exit = once(psql, 'close') as Promise<[number | null]>
  let chunk: string[] = []
  let characters = 0
  const flush = (): void => {
    if (chunk.length > 0) psql.stdin.write(chunk.join(''))
    chunk = []
    characters = 0
  }
  return {
    add: row => {
      chunk.push(row, '\n')
      characters += row.length
      if (characters > chunkCharacters) flush()
    },
    keepUp: async () => {
      // Checked each time: it may have caught up while waiting for another.
      const isBehind = psql.stdin.writableNeedDrain && psql.exitCode === null
      if (isBehind) await Promise.race([once(psql.stdin, 'drain'), exit])
    },
    finish: async () => {
      flush()
      psql.stdin.end()
      const [code] = await exit
      if (code !== 0) throw new Error(`COPY ${table}: ${mistakes}`)
    },
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Copy {
  /** One row, its values separated by tabs. */
  readonly add: (row: string) => void
  /** Waits where the server is behind. To be called now and then. */
  readonly keepUp: () => Promise<void>
  readonly finish: () => Promise<void>
}

const chunkCharacters = 1 << 18

/** Rows by COPY, through psql: the driver has no COPY of its own. The table is emptied, which lets its rows be frozen. */
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
  psql.stdin.on('error', () => {}) // what was wrong is told by its exit
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
      // Asked anew each time: while another was waited for, this one may have caught up.
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

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Problem } from '../problem/problem.ts'

/**
 * Two processes on one directory could sign two histories of a log. Node has no file locks of its own, but SQLite holds one on
 * an empty file, and the system releases it when the process ends, however it ends. A file with a process id would outlive a
 * crash, and means nothing in another container.
 */
export function lockDirectory(directory: string): { release(): void } {
  const database = new DatabaseSync(join(directory, 'lock'))
  try {
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    throw new Problem('conflict', `Another process uses ${directory}. Stop it first.`, { cause: error })
  }
  return { release: () => database.close() }
}

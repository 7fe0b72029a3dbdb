import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly state: 'ready' | 'in between'
}

/** The process that PostgreSQL's own lock file names, if it is alive. It may be another program that got its number. */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map(line => line.trim())
  const pid = Number(lines[0])
  if (!(pid > 0) || !isAlive(pid)) return undefined
  return { pid, port: Number(lines[3]), state: lines[7] === 'ready' ? 'ready' : 'in between' }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: alive, and another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { tickSeconds } from '../../packages/server/test/processes/machine-seconds.ts'

interface Stat {
  readonly parent: number
  readonly ownSeconds: number
  /** CPU time of ended children. */
  readonly reapedSeconds: number
}

function statOf(pid: number | 'self'): Stat | undefined {
  let line: string
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined // it has ended since it was listed
  }
  // The name is in parentheses and may contain anything; proc(5) counts from 1, and these fields start with the third.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const field = (number: number): number => Number(fields[number - 3])
  return {
    parent: field(4),
    ownSeconds: (field(14) + field(15)) * tickSeconds,
    reapedSeconds: (field(16) + field(17)) * tickSeconds,
  }
}

/** Processor seconds of a process, all its threads. */
export const processSeconds = (pid: number): number => statOf(pid)?.ownSeconds ?? 0

/** CPU time of a process and its children, including ended ones; for PostgreSQL, of the postmaster. */
export function familySeconds(pid: number): number {
  const parent = statOf(pid)
  if (!parent) return 0
  let seconds = parent.ownSeconds + parent.reapedSeconds
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = statOf(Number(name))
    if (stat?.parent === pid) seconds += stat.ownSeconds + stat.reapedSeconds
  }
  return seconds
}

/** CPU time of ended child programs. */
export const endedChildrenSeconds = (): number => statOf('self')?.reapedSeconds ?? 0

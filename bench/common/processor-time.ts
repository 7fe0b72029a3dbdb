import { readdirSync, readFileSync } from 'node:fs'

/** What the kernel counts in: USER_HZ, which is 100 on every Linux that Node runs on. */
const tickSeconds = 0.01

interface Stat {
  readonly parent: number
  readonly ownSeconds: number
  /** Of children that have ended. */
  readonly reapedSeconds: number
}

function statOf(pid: number | 'self'): Stat | undefined {
  let line: string
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined // it has ended since it was listed
  }
  // The name is in brackets and may hold anything; proc(5) counts from 1, and these fields begin with the third.
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

/** Of a process, its children, and those of them that have ended: PostgreSQL by its first process. */
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

/** Of programs that this one started and that have ended. */
export const endedChildrenSeconds = (): number => statOf('self')?.reapedSeconds ?? 0

/** Of all processors since the machine started: those at work, and all there are. */
export function machineSeconds(): { readonly busy: number; readonly all: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, interrupt = 0, soft = 0, stolen = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(ticks => Number(ticks) * tickSeconds)
  const busy = user + nice + system + interrupt + soft + stolen
  return { busy, all: busy + idle + wait }
}

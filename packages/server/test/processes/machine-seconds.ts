import { existsSync, readFileSync } from 'node:fs'

/** Kernel clock ticks: USER_HZ, 100 on every Linux that Node supports. */
export const tickSeconds = 0.01

interface MachineSeconds {
  readonly busy: number
  /** Steal time: what the host gave to other virtual machines while this one was ready to run. Part of busy. */
  readonly stolen: number
  readonly all: number
}

/** CPU time of all cores since boot. Only Linux tells. */
export function machineSeconds(): MachineSeconds {
  if (!existsSync('/proc/stat')) return { busy: 0, stolen: 0, all: 0 }
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, interrupt = 0, soft = 0, stolen = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(ticks => Number(ticks) * tickSeconds)
  const busy = user + nice + system + interrupt + soft + stolen
  return { busy, stolen, all: busy + idle + wait }
}

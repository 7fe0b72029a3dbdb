import { readdirSync, readFileSync } from 'node:fs'

/** Kills a server and its children. It is stopped first, so that it starts no child that this does not see. */
export function killTree(pid: number): void {
  signal(pid, 'SIGSTOP')
  for (const child of childrenOf(pid)) signal(child, 'SIGKILL')
  signal(pid, 'SIGKILL')
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids.map(Number).filter(pid => {
    try {
      // The name in parentheses may hold anything; the parent is the second field after it.
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) === parent
    } catch {
      return false // it has ended meanwhile
    }
  })
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Started {
  readonly port: number
}

export interface Counts {
  /** Submitted messages. */
  readonly taken: number
  /** Acknowledged receipts. */
  readonly told: number
  /** When the last message came, in milliseconds since 1970. */
  readonly lastAtMs: number
}

export interface FastSmsc extends Started {
  readonly pid: number
  readonly count: () => Promise<Counts>
  readonly stop: () => Promise<void>
}

const program = fileURLToPath(new URL('fast-smsc.ts', import.meta.url))

export async function startFastSmsc(hasReceipts: boolean): Promise<FastSmsc> {
  const child = fork(program, hasReceipts ? ['--receipts'] : [], { execArgv: [] })
  const exit = once(child, 'exit')
  const [started] = (await once(child, 'message')) as [Started]
  return {
    ...started,
    pid: child.pid ?? 0,
    count: async () => {
      const answer = once(child, 'message')
      child.send('count')
      const [counts] = (await answer) as [Counts]
      return counts
    },
    stop: async () => {
      child.disconnect()
      await exit
    },
  }
}

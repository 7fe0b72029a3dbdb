import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { listensAt } from '../../src/cli/sandbox/listens-at.ts'
import { freePort } from './free-port.ts'

const program = process.env['REDIS_SERVER'] ?? 'redis-server'

export interface TestRedis {
  readonly url: string
  start(): Promise<void>
  /** Stops responding but keeps its connections open. */
  freeze(): void
  thaw(): void
  kill(): Promise<void>
}

/** A separate Redis that tests may kill. */
export async function startTestRedis(): Promise<TestRedis> {
  const port = await freePort()
  let child: ChildProcess | undefined
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      child = spawn(program, ['--port', String(port), '--save', '', '--appendonly', 'no'], {
        stdio: 'ignore',
      })
      while (!(await listensAt(port))) await sleep(20)
    },
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
  // A test that fails before the kill must leave no process behind.
  process.once('exit', () => child?.kill('SIGKILL'))
  await redis.start()
  return redis
}

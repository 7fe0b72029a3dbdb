import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface Crowd {
  /** The time, in milliseconds, that 99 of 100 requests stay below, without the crowd and with it. */
  readonly p99: { readonly alone: number; readonly crowded: number }
  /** How many connections were still open after the second measurement, and when the wait was over. */
  readonly open: { readonly during: number; readonly after: number }
}

/** Opens connections that say nothing to a server in a process of its own, so that both sides have descriptors enough. */
export async function gatherCrowd(count: number, path: string, waitMs: number): Promise<Crowd> {
  const child = fork(fileURLToPath(new URL('./serve-examples.ts', import.meta.url)), { execArgv: [] })
  const agent = new Agent({ keepAlive: true })
  const sockets: Socket[] = []
  const countOpen = () => sockets.filter(({ readyState }) => readyState === 'open').length
  try {
    const [message] = await once(child, 'message')
    const port = message as number
    await p99(agent, port, path) // warms up
    const alone = await p99(agent, port, path)
    while (sockets.length < count) {
      const batch = Array.from({ length: 250 }, () => connect({ host: '127.0.0.1', port }))
      sockets.push(...batch)
      for (const socket of batch) socket.on('error', () => {}).resume()
      await Promise.all(batch.map(socket => once(socket, 'connect')))
    }
    const crowded = await p99(agent, port, path)
    const during = countOpen()
    const deadline = performance.now() + waitMs
    while (countOpen() > 0 && performance.now() < deadline) await sleep(100)
    return { p99: { alone, crowded }, open: { during, after: countOpen() } }
  } finally {
    agent.destroy()
    for (const socket of sockets) socket.destroy()
    child.disconnect()
  }
}

async function p99(agent: Agent, port: number, path: string): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 500; run += 1) {
    const began = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    get({ agent, host: '127.0.0.1', port, path }, response => {
      response.resume()
      response.once('end', resolve)
    }).once('error', reject)
    await promise
    times.push(performance.now() - began)
  }
  return times.toSorted((one, two) => one - two)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

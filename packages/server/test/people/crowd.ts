import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface Crowd {
  /** 99th percentile of the latency in milliseconds, without the idle connections and with them. */
  readonly p99: { readonly alone: number; readonly crowded: number }
  /** Connections still open after the second measurement, and after the wait. */
  readonly open: { readonly during: number; readonly after: number }
}

/** Opens idle connections to a server in a separate process, so that both sides have enough file descriptors. */
export async function gatherCrowd(count: number, path: string, waitMs: number): Promise<Crowd> {
  const child = fork(fileURLToPath(new URL('../servers/serve-examples.ts', import.meta.url)), {
    execArgv: [],
  })
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

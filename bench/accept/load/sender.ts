// node sender.ts '{"origin":…}': sends at a given pace and prints the results. A separate program, so that nothing
// else delays it and its CPU time is known.
import { readFileSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { percentile } from '../measure/percentile.ts'
import type { LoadResult } from './load-result.ts'

export interface SenderOptions {
  readonly origin: string
  readonly requestsPath: string
  readonly connections: number
  readonly seconds: number
  /** Sends per second regardless of earlier responses, or one after another with a pause. */
  readonly pace: { readonly perSecond: number } | { readonly pauseMs: number }
}

interface Connection {
  readonly socket: Socket
  /** Monotonic due time of the current request. */
  dueAtMs: number
  answer: string
}

const answersWithinMs = 60_000

const onLines = (text: string): string => text.replaceAll('\\n', '\r\n')

function readRequests(path: string): (name: string) => string {
  const heads: string[] = []
  const members: (readonly [head: number, tail: string])[] = []
  for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
    const rest = line.slice(2)
    if (line.startsWith('h')) heads.push(onLines(rest))
    else {
      const space = rest.indexOf(' ')
      members.push([Number(rest.slice(0, space)), onLines(rest.slice(space + 1))])
    }
  }
  let at = Date.now() % members.length
  let sent = 0
  return run => {
    at = (at + 1) % members.length
    sent += 1
    const [head, tail] = members[at] ?? [0, '']
    return `${heads[head]}${sent % 2 === 0 ? '' : `Idempotency-Key: ${run}-${sent}\r\n`}${tail}`
  }
}

function send(options: SenderOptions): Promise<LoadResult> {
  const { origin, requestsPath, connections, seconds, pace } = options
  const nextRequest = readRequests(requestsPath)
  const run = `${process.pid}-${Date.now().toString(36)}`
  const { hostname, port } = new URL(origin)
  const times: number[] = []
  const idle: Connection[] = []
  const late: number[] = [] // due while no connection was free
  const { promise, resolve, reject } = Promise.withResolvers<LoadResult>()
  let started = 0
  let refused = 0
  let beganMs = 0
  let isOver = false

  const start = (dueAtMs: number): void => {
    const connection = idle.pop()
    if (!connection) {
      late.push(dueAtMs)
      return
    }
    connection.dueAtMs = dueAtMs
    connection.socket.write(nextRequest(run))
    started += 1
  }

  const answered = (connection: Connection): void => {
    const { answer } = connection
    const headEnd = answer.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const [, length = '0'] = /content-length: (\d+)/i.exec(answer) ?? []
    if (answer.length < headEnd + 4 + Number(length)) return
    times.push(performance.now() - connection.dueAtMs)
    if (!answer.startsWith('HTTP/1.1 200') || !answer.includes('"messageId":')) refused += 1
    connection.answer = ''
    idle.push(connection)
    const due = late.shift()
    if (due !== undefined) start(due)
    else if (isOver && times.length === started) finish()
    else if ('pauseMs' in pace && !isOver) setTimeout(() => start(performance.now()), pace.pauseMs)
  }

  const finish = (): void => {
    const sorted = Float64Array.from(times).toSorted()
    for (const { socket } of idle) socket.destroy()
    resolve({
      answers: times.length,
      seconds: (performance.now() - beganMs) / 1_000,
      p50Ms: percentile(sorted, 0.5),
      p99Ms: percentile(sorted, 0.99),
      maxMs: sorted.at(-1) ?? 0,
      refused,
      broken: 0,
      timeouts: 0,
    })
  }

  const begin = (): void => {
    beganMs = performance.now()
    setTimeout(() => {
      isOver = true
      if (late.length === 0 && times.length === started) finish()
      setTimeout(() => reject(new Error('Responses are missing')), answersWithinMs).unref()
    }, seconds * 1_000)
    if ('pauseMs' in pace) {
      start(performance.now())
      return
    }
    const spacingMs = 1_000 / pace.perSecond
    let planned = 0
    const tick = (): void => {
      if (isOver) return
      const now = performance.now()
      for (; beganMs + planned * spacingMs <= now; planned += 1) start(beganMs + planned * spacingMs)
      setTimeout(tick, 1)
    }
    tick()
  }

  for (let count = 0; count < connections; count += 1) {
    const socket = createConnection({ host: hostname, port: Number(port), noDelay: true }, () => {
      idle.push(connection)
      if (idle.length === connections) begin()
    })
    const connection: Connection = { socket, dueAtMs: 0, answer: '' }
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      connection.answer += chunk
      answered(connection)
    })
    socket.on('error', reject)
    socket.on('close', () => {
      if (!isOver) reject(new Error('The api closed the connection'))
    })
  }
  return promise
}

if (import.meta.main) {
  console.log(JSON.stringify(await send(JSON.parse(process.argv[2] ?? '') as SenderOptions)))
}

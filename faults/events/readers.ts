// An application's three ways to its events, each interrupted whenever a process dies.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceClient } from '../machine/service-client.ts'

type Headers = Readonly<Record<string, string>>

/** What one reader has seen: the subjects of the events, in the order of arrival. */
export interface Reader {
  readonly subjectIds: readonly number[]
  /** Calls that ended without an answer, or with an error. */
  readonly interruptions: number
  stop(): Promise<void>
}

const page = 200

interface Event {
  readonly subject: { readonly type: string; readonly id: number }
}

interface Page {
  readonly data: readonly { readonly event: Event }[]
  readonly cursor: string
}

/** Grants are events, too. */
const messageIn = ({ subject }: Event): number[] => (subject.type === 'message' ? [subject.id] : [])

/** By pages, with long poll. */
export function readByPages(client: ServiceClient, headers: Headers): Reader {
  const subjectIds: number[] = []
  const state = { isStopped: false, interruptions: 0 }
  const read = async (): Promise<void> => {
    let after = ''
    while (!state.isStopped) {
      const path = `/v1/events?limit=${page}&waitSeconds=1${after}`
      const outcome = await client.call({ method: 'GET', path, headers })
      if (outcome.kind === 'answered' && outcome.status === 200) {
        const { data, cursor } = JSON.parse(outcome.body) as Page
        subjectIds.push(...data.flatMap(({ event }) => messageIn(event)))
        after = `&after=${encodeURIComponent(cursor)}`
        continue
      }
      if (outcome.kind === 'answered' && outcome.status < 500) throw new Error(`pages: ${outcome.body}`)
      state.interruptions += 1
      await sleep(100)
    }
  }
  const reading = read()
  reading.catch(() => {})
  return {
    subjectIds,
    get interruptions() {
      return state.interruptions
    },
    stop: () => {
      state.isStopped = true
      return reading
    },
  }
}

/** By server-sent events, continued from the last id. */
export function readByStream(ports: readonly number[], headers: Headers): Reader {
  const subjectIds: number[] = []
  const state = { isStopped: false, interruptions: 0, lastId: '' }
  let leaving = new AbortController()
  const follow = async (port: number): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/events`, {
      headers: {
        ...headers,
        accept: 'text/event-stream',
        ...(state.lastId !== '' && { 'last-event-id': state.lastId }),
      },
      signal: leaving.signal,
    })
    if (answer.status >= 400 && answer.status < 500) throw new RefusedError(await answer.text())
    if (answer.status !== 200 || !answer.body) return
    let rest = ''
    for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + piece).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  }
  const take = (block: string): void => {
    const data = /^data: (.+)$/m.exec(block)?.[1]
    if (data !== undefined) subjectIds.push(...messageIn(JSON.parse(data) as Event))
    const id = /^id: (.+)$/m.exec(block)?.[1]
    if (id !== undefined) state.lastId = id
  }
  const read = async (): Promise<void> => {
    for (let turn = 0; !state.isStopped; turn += 1) {
      leaving = new AbortController()
      await follow(ports[turn % ports.length] ?? 0).catch((error: unknown) => {
        if (error instanceof RefusedError) throw error
      })
      if (state.isStopped) return
      state.interruptions += 1
      await sleep(100)
    }
  }
  const reading = read()
  reading.catch(() => {})
  return {
    subjectIds,
    get interruptions() {
      return state.interruptions
    },
    stop: () => {
      state.isStopped = true
      leaving.abort()
      return reading
    },
  }
}

class RefusedError extends Error {}

export interface Receiver extends Reader {
  readonly url: string
  /** Deliveries of events that had arrived before. */
  readonly repeated: number
}

/**
 * A partner's own server, which fails now and then, but never twice at the same event: the second retry is minutes away. An event
 * counts when it was answered with success.
 */
export async function receiveByWebhook(random: (below: number) => number): Promise<Receiver> {
  const subjectIds: number[] = []
  const seen = new Set<number>()
  const failedAt = new Set<number>()
  const state = { interruptions: 0, repeated: 0 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const event = JSON.parse(Buffer.concat(chunks).toString()) as Event
      if (random(200) === 0 && !failedAt.has(event.subject.id)) {
        failedAt.add(event.subject.id)
        state.interruptions += 1
        if (random(2) === 0) request.socket.destroy()
        else response.writeHead(503).end()
        return
      }
      for (const id of messageIn(event)) {
        if (seen.has(id)) state.repeated += 1
        else subjectIds.push(id)
        seen.add(id)
      }
      response.writeHead(204).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    subjectIds,
    get interruptions() {
      return state.interruptions
    },
    get repeated() {
      return state.repeated
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

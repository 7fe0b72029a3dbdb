import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** How a request ended. */
export type Outcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly body: string
      /** The raw body. */
      readonly bytes: Buffer
      readonly headers: IncomingHttpHeaders
    }
  /** No api accepted the connection, so nothing can have happened. */
  | { readonly kind: 'not sent' }
  /** Connection lost or timed out: it may or may not have taken effect. */
  | { readonly kind: 'lost'; readonly why: 'broken' | 'timeout' }

interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Default: JSON. */
  readonly contentType?: string
}

interface Api {
  readonly port: number
  readonly agent: Agent
  downUntilMs: number
}

const answerMs = 15_000
/** Connection pool to each api, as a partner would have. */
const connectionsMax = 256
/** How long to avoid an api that refused a connection. */
const avoidMs = 300

/** Calls one of several api processes, or the next if one refuses the connection, like a load balancer. */
export class ServiceClient {
  readonly #apis: readonly Api[]
  #turn = 0

  constructor(ports: readonly number[]) {
    this.#apis = ports.map(port => ({
      port,
      agent: new Agent({ keepAlive: true, maxSockets: connectionsMax }),
      downUntilMs: 0,
    }))
  }

  async call(call: Call): Promise<Outcome> {
    this.#turn += 1
    const now = performance.now()
    const inTurn = this.#apis.map((_, index) => this.#apis[(index + this.#turn) % this.#apis.length] as Api)
    const up = inTurn.filter(({ downUntilMs }) => downUntilMs <= now)
    for (const api of up.length > 0 ? up : inTurn) {
      const outcome = await callApi(api, call)
      if (outcome.kind !== 'not sent') return outcome
      api.downUntilMs = performance.now() + avoidMs
    }
    return { kind: 'not sent' }
  }

  close(): void {
    for (const { agent } of this.#apis) agent.destroy()
  }
}

function callApi({ port, agent }: Api, { method, path, headers, body, contentType }: Call): Promise<Outcome> {
  return new Promise(resolve => {
    const content = body === undefined ? {} : { 'content-type': contentType ?? 'application/json' }
    const sent = request(
      { host: '127.0.0.1', port, agent, method, path, headers: { ...headers, ...content } },
      answer => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', () => end({ kind: 'lost', why: 'broken' }))
        answer.on('end', () => {
          const { statusCode: status = 0, headers: answered } = answer
          const bytes = Buffer.concat(chunks)
          end({ kind: 'answered', status, headers: answered, bytes, body: bytes.toString() })
        })
      },
    )
    let timer: NodeJS.Timeout | undefined
    const end = (outcome: Outcome): void => {
      clearTimeout(timer)
      resolve(outcome)
    }
    // Not while it waits for one of our own connections: it has not been sent yet.
    sent.once('socket', () => {
      timer = setTimeout(() => {
        end({ kind: 'lost', why: 'timeout' })
        sent.destroy()
      }, answerMs)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isRefused = error.code === 'ECONNREFUSED'
      end(isRefused ? { kind: 'not sent' } : { kind: 'lost', why: 'broken' })
    })
    sent.end(body)
  })
}

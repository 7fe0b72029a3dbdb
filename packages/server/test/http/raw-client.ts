// A client that can write any bytes, for requests that no well-behaved client can send.
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  /** Names in lower case; the last value of a repeated header. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Exchange {
  readonly answers: readonly Answer[]
  /** True if the server closed the connection, not we. */
  readonly closedByServer: boolean
  readonly elapsedMs: number
}

export interface RequestParts {
  readonly method?: string
  readonly path: string
  /** Pairs, so that a header can be given twice. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Buffer
}

/** The bytes of a well-framed request. The server closes the connection after its response. */
export function requestBytes({ method = 'GET', path, headers = [], body }: RequestParts): Buffer {
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  const lines = [`${method} ${path} HTTP/1.1`, 'Connection: close']
  if (!given.has('host')) lines.push('Host: parley.test')
  if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`)
  lines.push(...headers.map(([name, value]) => `${name}: ${value}`))
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body ?? '')])
}

export interface ExchangeOptions {
  /** We close after this long. */
  readonly waitMs?: number
  /** A response to HEAD has no body, whatever its headers say. */
  readonly isHead?: boolean
  /** Keeps writing while the connection is open. */
  readonly drip?: (socket: Socket) => NodeJS.Timeout
}

/** Sends bytes, then listens until the server closes. */
export async function exchange(
  port: number,
  bytes: string | Buffer,
  options: ExchangeOptions = {},
): Promise<Exchange> {
  const { waitMs = 3_000, isHead = false, drip } = options
  const began = performance.now()
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  const received: Buffer[] = []
  let closedByServer = true
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const deadline = setTimeout(() => {
    closedByServer = false
    socket.destroy()
  }, waitMs)
  socket.on('data', chunk => received.push(chunk))
  // A server that closes while we still write resets the connection; only its response before that counts.
  socket.on('error', () => {})
  socket.on('close', () => resolve())
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  const dripping = drip?.(socket)
  await closed
  clearTimeout(deadline)
  clearInterval(dripping)
  const answers = parseAnswers(Buffer.concat(received), isHead)
  return { answers, closedByServer, elapsedMs: performance.now() - began }
}

/** Sends a request and returns its one response. */
export async function send(port: number, parts: RequestParts): Promise<Answer> {
  const { answers } = await exchange(port, requestBytes(parts), { isHead: parts.method === 'HEAD' })
  const [answer] = answers
  if (!answer || answers.length > 1) throw new Error(`expected one response, got ${answers.length}`)
  return answer
}

function parseAnswers(bytes: Buffer, isHead: boolean): Answer[] {
  const answers: Answer[] = []
  let rest = bytes
  while (rest.length > 0) {
    const headEnd = rest.indexOf('\r\n\r\n')
    if (headEnd === -1) throw new Error(`not an HTTP answer: ${rest.toString('latin1').slice(0, 200)}`)
    const [statusLine = '', ...lines] = rest.subarray(0, headEnd).toString('latin1').split('\r\n')
    const status = Number(/^HTTP\/1\.1 ([1-5][0-9]{2}) /.exec(statusLine)?.[1])
    if (Number.isNaN(status)) throw new Error(`not a status line: ${statusLine.slice(0, 200)}`)
    const headers = Object.fromEntries(
      lines.map(line => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
    )
    const length = isHead || status < 200 || status === 204 ? 0 : Number(headers['content-length'])
    if (Number.isNaN(length)) throw new Error('a response without a length')
    const bodyStart = headEnd + 4
    const isInterim = status < 200
    if (!isInterim) {
      answers.push({ status, headers, body: rest.subarray(bodyStart, bodyStart + length).toString() })
    }
    rest = rest.subarray(bodyStart + length)
  }
  return answers
}

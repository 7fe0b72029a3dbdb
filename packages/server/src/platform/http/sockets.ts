import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { nothingHere } from '../problem/nothing-here.ts'
import { Problem } from '../problem/problem.ts'
import { commonHeaders } from './headers.ts'
import { problemBody } from './problem-body.ts'
import { pathOf } from './send-problem.ts'
import { traceIdOf } from './trace.ts'

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The response to the previous request on the same connection. */
  readonly before: ServerResponse | undefined
}

type SocketError = Error & { code?: string }

const lingerMs = 1_000

/** Sends problems for failures before Fastify has a request. */
export class SocketProblems {
  readonly #origin: string
  readonly #latest = new WeakMap<Duplex, Exchange>()

  constructor(origin: string) {
    this.#origin = origin
  }

  watch(server: Server): void {
    server.prependListener('request', (request, response) => {
      const before = this.#latest.get(request.socket)?.response
      this.#latest.set(request.socket, { request, response, before })
    })
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false
      this.#write(
        request.socket,
        new Problem('invalid_request', 'The Expect header is not supported.'),
        pathOf(request),
      )
    })
    server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
      this.#write(socket, nothingHere())
    })
  }

  answer(error: SocketError, socket: Duplex): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { request, response, before } = this.#latest.get(socket) ?? {}
    const answerToWhole = request?.complete ? response : before
    if (answerToWhole && !answerToWhole.writableFinished) {
      // Complete requests get their own responses first; otherwise the caller would take this one for theirs.
      answerToWhole.once('finish', () => this.answer(error, socket))
    } else if (!request?.complete && response?.headersSent) {
      // A client that is already receiving a response must not get a second one after it.
      socket.destroy()
    } else {
      this.#write(socket, problemOf(error))
    }
  }

  #write(socket: Duplex, problem: Problem, instance = '/'): void {
    if (!socket.writable) return
    const traceId = traceIdOf(undefined)
    const body = JSON.stringify(problemBody(problem, { origin: this.#origin, instance, traceId }))
    const head = [
      `HTTP/1.1 ${problem.status} ${problem.code}`,
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      ...Object.entries(commonHeaders(traceId, this.#origin)).map(([name, value]) => `${name}: ${value}`),
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
    // Closing at once while the client still writes would reset the connection and lose the response.
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}

function problemOf({ code }: SocketError): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers_too_large', 'The address and headers together are too large.')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem('payload_too_large', 'The chunk extensions of the body are too large.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', 'The request did not arrive in time.')
    default:
      return new Problem('invalid_request', 'This is not a well-formed HTTP request.')
  }
}

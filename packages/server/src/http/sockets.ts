import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { pathOf } from './answer-problem.ts'
import { commonHeaders } from './headers.ts'
import { Problem, problemBody } from './problem.ts'
import { traceIdOf } from './trace.ts'

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The answer to the request before this one on the same connection. */
  readonly before: ServerResponse | undefined
}

type SocketError = Error & { code?: string }

const lingerMs = 1_000

/** Answers, as problems, what breaks before there is a request that Fastify could answer. */
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
        new Problem('invalid_request', 'The Expect header asks for what is not offered.'),
        pathOf(request),
      )
    })
    server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
      this.#write(socket, new Problem('not_found', 'There is nothing at this address.'))
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
      // Requests that came whole get their own answers first, or the caller would take this one for theirs.
      answerToWhole.once('finish', () => this.answer(error, socket))
    } else if (!request?.complete && response?.headersSent) {
      // Whoever has begun to receive an answer must not find a second one behind it.
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
      ...Object.entries(commonHeaders(traceId)).map(([name, value]) => `${name}: ${value}`),
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
    // Closing at once while the client still writes would reset the connection and lose the answer.
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}

function problemOf({ code }: SocketError): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('payload_too_large', 'The address and headers together are too large.', {
        status: 431,
      })
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem('payload_too_large', 'The chunk extensions of the body are too large.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('invalid_request', 'The request did not arrive in time.', { status: 408 })
    default:
      return new Problem('invalid_request', 'This is not a well-formed HTTP request.')
  }
}

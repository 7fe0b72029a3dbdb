// A proxy between a partner and the service that can inject faults.
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** Failure to inject. `lost`: the request is processed, and the response is lost. */
export type Fault =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: object }
  | 'lost'
  | 'hang'

interface Passing {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly atMs: number
}

export interface Proxy {
  readonly origin: string
  /** All requests, whatever their outcome. */
  readonly seen: (Passing & { readonly fault: Fault | undefined })[]
  /** Sets the function that decides each request's fault from now on. It may also change headers. */
  weather(decide: (request: Passing) => Fault | undefined): void
  close(): Promise<void>
}

export async function startProxy(target: string): Promise<Proxy> {
  const seen: Proxy['seen'] = []
  let decide: (request: Passing) => Fault | undefined = () => undefined
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    const passing = { method, path, headers, atMs: Date.now() }
    const fault = decide(passing)
    seen.push({ ...passing, fault })
    if (fault === undefined || fault === 'lost') return forward(request, response, fault === 'lost')
    request.resume()
    if (fault === 'hang') return
    const { status, headers: more, body } = fault
    response.writeHead(status, { 'content-type': 'application/problem+json', ...more })
    response.end(body && JSON.stringify(body))
  })

  function forward(request: IncomingMessage, response: ServerResponse, isLost: boolean): void {
    const { method, url, headers } = request
    const onward = openRequest(`${target}${url}`, { method, headers }, answer => {
      if (isLost) {
        answer.resume()
        answer.on('end', () => response.destroy())
        return
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    weather: next => {
      decide = next
      seen.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

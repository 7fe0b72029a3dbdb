// The network between a partner and the service, with weather.
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to a request instead of an answer. `lost`: it is carried out, and the answer is lost. */
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
  /** Everything that came by, whatever became of it. */
  readonly seen: (Passing & { readonly fault: Fault | undefined })[]
  /** Decides about each request from now on. It may also change its headers. */
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

// The application's own site, as a browser sees it: a callback that redirects to another origin.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PartnerSite {
  readonly redirectUri: string
  /** Where the callback sends the browser next, as many applications do. */
  readonly home: string
  /** Parameters that the callback received, the latest last. */
  readonly callbacks: readonly URLSearchParams[]
  readonly close: () => Promise<void>
}

export async function startPartnerSite(): Promise<PartnerSite> {
  const callbacks: URLSearchParams[] = []
  const { server: app, origin: home } = await start((_url, respond) => respond(200, {}, 'Connected'))
  const { server: api, origin } = await start((url, respond) => {
    callbacks.push(url.searchParams)
    respond(303, { location: `${home}/connected` })
  })
  return {
    redirectUri: `${origin}/callback`,
    home,
    callbacks,
    close: async () => {
      await Promise.all([app, api].map(server => new Promise(resolve => server.close(resolve))))
    },
  }
}

type Respond = (status: number, headers: Record<string, string>, body?: string) => void

async function start(
  answer: (url: URL, respond: Respond) => void,
): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const respond: Respond = (status, headers, body = '') => {
      response.writeHead(status, { 'content-type': 'text/html', connection: 'close', ...headers }).end(body)
    }
    if (request.url === '/favicon.ico') respond(404, {})
    else answer(new URL(request.url ?? '/', 'http://localhost'), respond)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

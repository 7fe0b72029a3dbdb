// A browser without a browser: it follows the developers' console by HTTP and keeps its cookie.
import { expect } from 'vitest'
import type { EventsApplication } from './events-server.ts'

interface ConsolePage {
  readonly status: number
  readonly text: string
  readonly location: string | null
  readonly headers: Headers
}

export interface ConsoleClient {
  cookie: string
  readonly get: (path: string) => Promise<ConsolePage>
  /** Sends a form with the token of the page last shown, unless it brings its own. */
  readonly post: (
    path: string,
    form?: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<ConsolePage>
}

export function createConsoleClient(url: string): ConsoleClient {
  let token = ''
  const call = async (path: string, init: RequestInit = {}): Promise<ConsolePage> => {
    const answer = await fetch(`${url}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { cookie: client.cookie, ...init.headers },
    })
    const [set] = answer.headers.getSetCookie()
    if (set !== undefined) client.cookie = set.split(';', 1)[0] ?? ''
    const text = await answer.text()
    token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? token
    return { status: answer.status, text, location: answer.headers.get('location'), headers: answer.headers }
  }
  const client: ConsoleClient = {
    cookie: '',
    get: path => call(path),
    post: (path, form = {}, headers = {}) =>
      call(path, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams({ token, ...form }),
      }),
  }
  return client
}

/** The one-time token of a new link. */
export async function createLink(application: EventsApplication): Promise<string> {
  const { status, body } = await application.call('POST', '/events/console-links')
  expect(status, JSON.stringify(body)).toBe(200)
  return new URL(String(body['url'])).searchParams.get('link') ?? ''
}

/** A client inside the application's console. */
export async function enterConsole(url: string, application: EventsApplication): Promise<ConsoleClient> {
  const client = createConsoleClient(url)
  const { status } = await client.post('/developer/open', { link: await createLink(application) })
  expect(status).toBe(303)
  await client.get('/developer')
  return client
}

// The peer of the Twilio adapter: an account that accepts and delivers texts, and signs with the official package
// what it posts to us. It treats numbers by their last four digits, like the simulator.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import twilio from 'twilio'

export const accountSid = `AC${'0123456789abcdef'.repeat(2)}`
export const authToken = 'a token that only the two sides know'

interface Message {
  readonly sid: string
  readonly direction: 'inbound' | 'outbound-api'
  readonly from: string
  readonly to: string
  readonly body: string
  readonly createdAt: Date
  /** URL for its receipts. */
  readonly statusCallback: string | null
}

export interface Answer {
  readonly status: number
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
}

export interface TwilioServer {
  readonly origin: string
  /** Accepted texts. */
  readonly messages: readonly Message[]
  /** Responses to use next, one each. `cut` accepts the text and loses the response. */
  readonly next: (Answer | 'cut')[]
  /** The same for the list of messages. */
  readonly nextLists: Answer[]
  /** Response to a request for one message, if not the message itself; `hangs`: none. */
  read: Answer | 'hangs' | undefined
  /** Whether the account redacts stored bodies. Webhooks still contain them. */
  isRedacting: boolean
  /** All send requests, whatever their outcome. */
  readonly posts: URLSearchParams[]
  /** Phones that have opted out here. */
  readonly optedOut: Set<string>
  /** A phone writes to a number whose replies are posted to this URL. Resolves with the last response status. */
  write(
    text: { readonly from: string; readonly to: string; readonly text: string; readonly createdAt?: Date },
    url: string,
    more?: Readonly<Record<string, string>>,
  ): Promise<{ readonly sid: string; readonly status: number }>
  /** Signs and posts, with the retries that the URL asks for. */
  post(url: string, form: Readonly<Record<string, string>>): Promise<number>
  cut(): void
  restore(): void
  close(): Promise<void>
}

const triesMax = 6
/** Small, so that a few texts are several pages. */
const pageSizeMax = 3

interface Options {
  readonly receiptDelayMs?: number
  /** Maps our public URL to the real one, like a reverse proxy. */
  readonly proxy?: (url: string) => string
}

export async function serveTwilio({
  receiptDelayMs = 50,
  proxy = url => url,
}: Options = {}): Promise<TwilioServer> {
  const messages: Message[] = []
  const next: (Answer | 'cut')[] = []
  const nextLists: Answer[] = []
  const posts: URLSearchParams[] = []
  const optedOut = new Set<string>()
  const sockets = new Set<Socket>()
  const underWay = new Set<Promise<unknown>>()
  const state = { isCut: false, isClosed: false }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  })
  server.on('connection', socket => {
    if (state.isCut) socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readText(request))
    const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
    if (request.headers.authorization !== expected) return send(response, refusal(401, 20003))
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://twilio')
    const account = `/2010-04-01/Accounts/${accountSid}`
    if (request.method === 'GET' && pathname === `${account}.json`) {
      return send(response, { status: 200, body: { sid: accountSid, status: 'active' } })
    }
    if (request.method === 'GET' && pathname === `${account}/Messages.json`) {
      return send(response, nextLists.shift() ?? { status: 200, body: listed(searchParams) })
    }
    if (request.method === 'GET' && own.read === 'hangs') return
    if (request.method === 'GET' && own.read !== undefined) return send(response, own.read as Answer)
    if (request.method === 'GET') {
      const message = messages.find(({ sid }) => pathname === `${account}/Messages/${sid}.json`)
      return send(response, message ? { status: 200, body: kept(message) } : refusal(404, 20404))
    }
    if (pathname !== `${account}/Messages.json`) return send(response, refusal(404, 20404))
    posts.push(form)
    const scripted = next.shift()
    if (scripted && scripted !== 'cut') return send(response, scripted)
    const to = form.get('To') ?? ''
    const refused = refusals[to.slice(-4)] ?? (optedOut.has(to) ? refusal(400, 21610) : undefined)
    if (refused) return send(response, refused)
    const message = take(form)
    if (scripted === 'cut' || to.endsWith('9008')) request.socket.destroy()
    else send(response, { status: 201, body: resource(message) })
    track(deliver(message))
  }

  /** Newest first, a page at a time. */
  function listed(query: URLSearchParams): object {
    const since = new Date(query.get('DateSent>') ?? 0)
    const size = Math.min(Number(query.get('PageSize') ?? 50), pageSizeMax)
    const page = Number(query.get('Page') ?? 0)
    const all = messages.filter(({ createdAt }) => createdAt >= since).toReversed()
    const shown = all.slice(page * size, (page + 1) * size)
    query.set('Page', String(page + 1))
    const nextPage = `/2010-04-01/Accounts/${accountSid}/Messages.json?${query.toString()}`
    return { messages: shown.map(kept), next_page_uri: (page + 1) * size < all.length ? nextPage : null }
  }

  const kept = (message: Message): object => resource(own.isRedacting ? { ...message, body: '' } : message)

  function take(form: URLSearchParams): Message {
    const message: Message = {
      sid: newSid(),
      direction: 'outbound-api',
      from: form.get('From') ?? '',
      to: form.get('To') ?? '',
      body: form.get('Body') ?? '',
      createdAt: new Date(),
      statusCallback: form.get('StatusCallback'),
    }
    messages.push(message)
    return message
  }

  async function deliver({ sid, from, to, statusCallback }: Message): Promise<void> {
    if (statusCallback === null) return
    await sleep(receiptDelayMs)
    for (const status of ['sent', 'delivered']) {
      const common = { MessageSid: sid, SmsSid: sid, AccountSid: accountSid, From: from, To: to }
      await post(statusCallback, {
        ...common,
        MessageStatus: status,
        SmsStatus: status,
        ApiVersion: '2010-04-01',
      })
    }
  }

  async function post(url: string, form: Readonly<Record<string, string>>): Promise<number> {
    const [address = ''] = url.split('#')
    const signature = twilio.getExpectedTwilioSignature(authToken, address, form)
    const tries = url.includes('rc=5') ? triesMax : 1
    let status = 0
    for (let time = 0; time < tries && !state.isClosed; time += 1) {
      if (time > 0) await sleep(100)
      status = await fetch(proxy(address), {
        method: 'POST',
        headers: { 'x-twilio-signature': signature },
        body: new URLSearchParams(form),
      }).then(
        async response => {
          await response.body?.cancel()
          return response.status
        },
        () => 0,
      )
      if (status >= 200 && status < 300) break
    }
    return status
  }

  function track(work: Promise<unknown>): void {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }

  const own: TwilioServer = {
    origin: `http://127.0.0.1:${port}`,
    messages,
    read: undefined,
    isRedacting: false,
    next,
    nextLists,
    posts,
    optedOut,
    write: async ({ from, to, text, createdAt = new Date() }, url, more = {}) => {
      const sid = newSid()
      messages.push({ sid, direction: 'inbound', from, to, body: text, createdAt, statusCallback: null })
      const common = { MessageSid: sid, SmsSid: sid, AccountSid: accountSid, From: from, To: to, Body: text }
      return { sid, status: await post(url, { ...common, NumMedia: '0', NumSegments: '1', ...more }) }
    },
    post,
    cut: () => {
      state.isCut = true
      for (const socket of sockets) socket.destroy()
    },
    restore: () => {
      state.isCut = false
    },
    close: async () => {
      state.isClosed = true
      await Promise.all(underWay)
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return own
}

const newSid = (): string => `SM${randomBytes(16).toString('hex')}`

export const refusal = (status: number, code: number, headers: Record<string, string> = {}): Answer => ({
  status,
  body: { code, message: 'in words', more_info: `https://www.twilio.com/docs/errors/${code}`, status },
  headers,
})

const refusals: Readonly<Record<string, Answer>> = {
  9005: refusal(400, 21211),
  9006: refusal(400, 21606),
  9010: refusal(429, 20429, { 'retry-after': '1' }),
}

const resource = ({ sid, direction, from, to, body, createdAt }: Message): object => ({
  sid,
  account_sid: accountSid,
  direction,
  from,
  to,
  body,
  status: direction === 'inbound' ? 'received' : 'queued',
  // Whole seconds, as the carrier reports it.
  date_created: createdAt.toUTCString().replace('GMT', '+0000'),
  error_code: null,
  num_media: '0',
})

function send(response: ServerResponse, { status, body = {}, headers = {} }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

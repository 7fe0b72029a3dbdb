// One running sandbox that all scenarios share, and how they use it.
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { type Service, startService } from '../service.ts'

/** The parts of a response that scenarios read; which are present depends on the operation. */
interface Body {
  readonly id: number
  readonly memberId: number
  readonly state: string
  readonly lastChanged: number
  readonly lastRequested: number
  readonly status: string
  readonly code: string
  readonly detail: string
  readonly details: Readonly<Record<string, unknown>>
  readonly traceId: string
  readonly type: string
  readonly failures: readonly string[]
  readonly failureDetails: readonly Readonly<Record<string, unknown>>[]
  readonly successes: readonly {
    readonly phone: string
    readonly messageId: number
    readonly memberId: number
    readonly scheduleId: number
    readonly consentState: string
  }[]
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly pageInfo: Readonly<Record<string, unknown>>
  readonly [name: string]: unknown
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
  readonly text: string
}

interface CallOptions {
  /** Null: no Authorization header. */
  readonly token?: string | null
  /** Null: no x-api-key header. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

type Query = (path: string, options?: CallOptions) => Promise<Answer>
type Write = (path: string, body: unknown, options?: CallOptions) => Promise<Answer>

export interface Installation {
  readonly service: Service
  readonly origin: string
  /** The sandbox's three advisors; the first acts unless a call says otherwise. The second and third share a firm. */
  readonly advisors: Service['advisors']
  /** An application that is provisioned for little, and its key. */
  readonly modest: { readonly clientId: string; readonly apiKey: string }
  readonly get: Query
  readonly remove: Query
  /** A body that is a string is sent as it is. */
  readonly post: Write
  readonly put: Write
  readonly send: (body: object, options?: CallOptions) => Promise<Answer>
  readonly requestConsent: (phones: readonly string[], options?: CallOptions) => Promise<Answer>
  readonly consentOf: (phone: string, options?: CallOptions) => Promise<Answer>
  /** A number that nobody has texted yet. */
  readonly newPhone: () => string
  /** Texts from the phone, as its owner. */
  readonly reply: (phone: string, text: string, options?: CallOptions) => Promise<Answer>
  /** The texts that reached the phone, oldest first. */
  readonly textsOn: (phone: string, options?: CallOptions) => Promise<string[]>
  /** A new number whose owner has agreed to texts. */
  readonly newFriend: (options?: CallOptions) => Promise<string>
  stop(): Promise<void>
}

/** Generous, because only a defect reaches it. */
const waitMs = 120_000

/** Resolves when the carrier has taken everything that was sent to a phone. */
export const taken = (service: Service, phone: string): Promise<unknown> =>
  until(
    () =>
      service.query<{ status: string }>(
        `select status from message_status where phone = '${phone}' and direction = 'out'`,
      ),
    texts => texts.length > 0 && texts.every(({ status }) => status !== 'accepted'),
  )

/** Repeats a question until the answer is good, and returns that answer, or the last one after two minutes. */
export async function until<T>(ask: () => Promise<T>, isGood: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const answer = await ask()
    if (isGood(answer) || Date.now() > deadline) return answer
    await sleep(60)
  }
}

export async function startInstallation(): Promise<Installation> {
  const service = await startService(await freePort())
  try {
    // The demo application's own key allows ten requests a second.
    const [{ apiKey }, modest] = await Promise.all([
      service.operate<{ apiKey: string }>(
        `key add --app ${service.application.clientId} --rate 5000 --burst 10000 --daily-quota none`,
      ),
      service.operate<Installation['modest']>(
        'app add "Modest" --redirect-uri https://modest.example/callback --scope "openid core.contacts.read"',
      ),
    ])
    const http = httpOf(service, apiKey)
    return {
      service,
      origin: new URL(service.baseUrl).origin,
      advisors: service.advisors,
      modest,
      ...http,
      ...textingOf(http),
      stop: () => service.stop(),
    }
  } catch (error) {
    await service.stop()
    throw error
  }
}

type Http = Pick<Installation, 'get' | 'remove' | 'post' | 'put'>

function httpOf({ baseUrl, advisors }: Service, apiKey: string): Http {
  const ask = async (method: string, path: string, body: unknown, options: CallOptions): Promise<Answer> => {
    const { token = advisors[0]?.accessToken ?? '', key = apiKey, headers } = options
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(key !== null && { 'x-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : {}) as Body,
      text,
    }
  }
  return {
    get: (path, options = {}) => ask('GET', path, undefined, options),
    remove: (path, options = {}) => ask('DELETE', path, undefined, options),
    post: (path, body, options = {}) => ask('POST', path, body, options),
    put: (path, body, options = {}) => ask('PUT', path, body, options),
  }
}

function textingOf({ get, post }: Http) {
  let phones = 0
  const newPhone = (): string => `+1202556${String(1_000 + phones++)}`
  const send: Installation['send'] = (body, options) => post('/text/messaging/messages', body, options)
  const requestConsent: Installation['requestConsent'] = (phoneNumbers, options) =>
    post('/text/messaging/consent-requests', { phoneNumbers }, options)
  const consentOf: Installation['consentOf'] = (phone, options) =>
    get(`/text/messaging/consents?phone=${encodeURIComponent(phone)}`, options)
  const reply: Installation['reply'] = (phone, text, options) =>
    post(`/sandbox/handsets/${encodeURIComponent(phone)}/replies`, { text }, options)
  const textsOn: Installation['textsOn'] = async (phone, options) => {
    const path = `/sandbox/handsets/${encodeURIComponent(phone)}/messages?pageSize=200`
    const { body } = await get(path, options)
    return body.data.filter(({ direction }) => direction === 'received').map(({ text }) => String(text))
  }
  const newFriend: Installation['newFriend'] = async options => {
    const phone = newPhone()
    await requestConsent([phone], options)
    await reply(phone, 'YES', options)
    await until(
      () => consentOf(phone, options),
      ({ body }) => body.state === 'accepted',
    )
    return phone
  }
  return { newPhone, send, requestConsent, consentOf, reply, textsOn, newFriend }
}

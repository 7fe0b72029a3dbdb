import { answerError } from './answer-error.ts'
import { Call, type WithResponse } from './call.ts'
import { ConnectionError, ParleyError } from './errors.ts'
import { type Answer, exchange } from './exchange.ts'
import type { Members } from './members.generated.ts'
import { randomText } from './oauth/random-text.ts'
import { type ListPage, type NextPage, nextOfSearch, type Page, Pages } from './pages.ts'
import { refuseUnknown } from './refuse-unknown.ts'
import { untilAborted } from './sleep.ts'
import { version } from './version.ts'
import { type RequestOptions, withRetries } from './with-retries.ts'

/** Options of a call that creates or sends something. */
export interface PostOptions extends RequestOptions {
  /**
   * Makes the call take effect once, however often it is repeated within 24 hours. All attempts of one call share a key;
   * pass your own to repeat a call after a restart.
   */
  readonly idempotencyKey?: string | undefined
}

/**
 * Returns the access token for a call. If the service rejects a token, the provider is called once more with that token
 * and should return a new one.
 */
export type AccessTokenProvider = (rejected?: string) => string | Promise<string>

/** Connection and credentials. */
export interface ParleyOptions extends Omit<RequestOptions, 'signal'> {
  /** Base URL of the service; it ends in `/v1`. */
  readonly baseUrl: string
  /** API key of your application. */
  readonly apiKey: string
  /** Access token of the advisor to act for, or a provider such as `oauth.accessToken(store)`. */
  readonly accessToken: string | AccessTokenProvider
  /** Replaces the global fetch. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: object | undefined
  readonly body?: object | undefined
  /** Allowed members of the query or body. */
  readonly members?: Members | undefined
}

/** A body or query and its allowed members. */
export interface Given {
  readonly value: object | undefined
  readonly members: Members
}

/** Sends requests with credentials, idempotency keys and retries. The resource classes are thin wrappers over it. */
export class Client {
  readonly #options: ParleyOptions
  readonly #baseUrl: string
  readonly #fetch: typeof globalThis.fetch

  constructor(options: ParleyOptions) {
    for (const name of ['baseUrl', 'apiKey', 'accessToken'] as const) {
      if (!options[name]) throw new TypeError(`new Parley({ ${name} }) is missing`)
    }
    this.#options = options
    this.#baseUrl = options.baseUrl.replace(/\/+$/, '')
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  }

  get<T>(path: string, query: Given | undefined, options: RequestOptions | undefined): Call<T> {
    return new Call(
      this.#send<T>({ method: 'GET', path, query: query?.value, members: query?.members }, options),
    )
  }

  post<T>(path: string, { value, members }: Given, options: PostOptions | undefined): Call<T> {
    return new Call(this.#send<T>({ method: 'POST', path, body: value, members }, options))
  }

  put<T>(path: string, { value, members }: Given, options: RequestOptions | undefined): Call<T> {
    return new Call(this.#send<T>({ method: 'PUT', path, body: value, members }, options))
  }

  delete(path: string, options: RequestOptions | undefined): Call<void> {
    return new Call(this.#send<void>({ method: 'DELETE', path }, options))
  }

  search<Item>(path: string, query: Given, options: RequestOptions | undefined): Pages<Item> {
    return this.list<Item, Page<Item>>(path, query, options, nextOfSearch)
  }

  /** A list whose pages follow one another as `next` says. */
  list<Item, Result extends ListPage<Item>>(
    path: string,
    { value, members }: Given,
    options: RequestOptions | undefined,
    next: NextPage<Result>,
  ): Pages<Item, Result> {
    const load = (query: object): Promise<WithResponse<Result>> =>
      this.#send<Result>({ method: 'GET', path, query, members }, options)
    return new Pages(load, value ?? {}, next)
  }

  async #send<T>(request: Request, given: PostOptions = {}): Promise<WithResponse<T>> {
    const { method, path, query, body, members } = request
    refuseUnknown(method === 'POST' ? postOptions : requestOptions, given, 'option')
    if (members) refuseUnknown(members, query ?? body, 'field')
    const options = { ...this.#options, ...withoutUndefined(given) }
    const url = `${this.#baseUrl}${path}${queryText(query)}`
    const headers: Record<string, string> = {
      accept: 'application/json',
      'api-version': '1',
      'x-api-key': this.#options.apiKey,
      ...(body && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': options.idempotencyKey ?? randomText(16) }),
      ...userAgent(),
    }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const send = (accessToken: string): Promise<Answer> =>
      exchange(
        this.#fetch,
        url,
        { ...init, headers: { ...headers, authorization: `Bearer ${accessToken}` } },
        options,
      )

    let mayRenew = typeof this.#options.accessToken === 'function'
    let isOutcomeUnknown = false
    return withRetries(async () => {
      try {
        const token = await this.#token(undefined, options)
        let answer = await send(token)
        if (answer.response.status === 401 && mayRenew) {
          mayRenew = false
          const renewed = await this.#token(token, options)
          if (renewed !== token) answer = await send(renewed)
        }
        const { response, body: data } = answer
        // An earlier attempt may have deleted it: not found is success.
        const isGone = method === 'DELETE' && response.status === 404 && isOutcomeUnknown
        if (!response.ok && !isGone) throw answerError(response, data)
        return { data: isGone ? undefined : data, response } as WithResponse<T>
      } catch (error) {
        isOutcomeUnknown ||= isUnknown(error)
        throw error
      }
    }, options)
  }

  async #token(rejected: string | undefined, { signal }: RequestOptions): Promise<string> {
    const { accessToken } = this.#options
    if (typeof accessToken === 'string') return accessToken
    return untilAborted(Promise.resolve(accessToken(rejected)), signal)
  }
}

const requestOptions = ['signal', 'timeoutMs', 'maxRetries'] as const satisfies (keyof RequestOptions)[]
const postOptions = [...requestOptions, 'idempotencyKey'] as const satisfies (keyof PostOptions)[]

/** Whether the request may have taken effect although it failed. */
const isUnknown = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ParleyError && (error.status ?? 0) >= 500)

const withoutUndefined = (options: PostOptions): PostOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

function queryText(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()}`
}

/** Browsers set their own. */
function userAgent(): Record<string, string> {
  const { process } = globalThis as { process?: { versions?: { node?: string } } }
  const node = process?.versions?.node
  return node ? { 'user-agent': `parley-sdk/${version} node/${node}` } : {}
}

import { isText } from '../matches.ts'
import type { Scenario } from '../scenario.ts'

const contacts = '/core/contact/contacts'

const addresses: Scenario = {
  name: 'paths are under /v1',
  run: async ({ service, origin, get, remove }, { statement }) => {
    statement('0.1 9.1', 'the base address', service.baseUrl, /\/v1$/)
    statement('0.1 9.1', 'with v1', (await get(contacts)).status, 200)
    for (const path of [contacts, `/v2${contacts}`, `/V1${contacts}`]) {
      const answer = await fetch(`${origin}${path}`)
      statement(
        '0.1 9.1',
        path,
        [answer.status, answer.headers.get('content-type')],
        [404, /^application\/problem\+json/],
      )
    }
    const slashes = await Promise.all([
      get(`${contacts}/`),
      get('/core/contact/groups/'),
      get('/text/messaging/messages/'),
    ])
    statement(
      '0.6 4.35',
      'a trailing slash',
      slashes.map(({ status }) => status),
      [404, 404, 404],
    )
    const wrong = await remove(contacts)
    statement(
      '7.1 7.9',
      'a method that is not there',
      [wrong.status, wrong.body.code, wrong.headers.get('allow')],
      [405, 'method_not_allowed', /GET.*POST/],
    )
    const empty = await get('/core/nothing')
    statement('0.6 7.1', 'an unknown path', empty, {
      status: 404,
      body: { code: 'not_found', detail: isText },
    })
  },
}

const ownStatuses: Scenario = {
  name: '408, 414 and 431',
  run: async ({ service, get, advisors }, { otherwise }) => {
    const row = 'Headers too large, URL too long, request too slow'
    const long = await get(`${contacts}/${'1'.repeat(200)}`)
    otherwise(row, '7.9', 'an id of 200 digits', [long.status, long.body.code], [414, 'uri_too_long'])
    const large = await get(contacts, { headers: { 'x-long': 'x'.repeat(20_000) } })
    otherwise(
      row,
      '7.9',
      'a header of 20,000 characters',
      [large.status, large.body.code],
      [431, 'headers_too_large'],
    )
    // A body that never ends: the service gives up after ten seconds.
    const body = new ReadableStream({ start: controller => controller.enqueue(Buffer.from('{')) })
    const init: RequestInit & { readonly duplex: 'half' } = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: {
        authorization: `Bearer ${advisors[0]?.accessToken}`,
        'x-api-key': service.application.apiKey,
        'content-type': 'application/json',
      },
    }
    const slow = await fetch(`${service.baseUrl}${contacts}`, init)
    const problem = (await slow.json()) as { code: string; retryable: boolean }
    otherwise(
      row,
      '7.9',
      'a request that does not end',
      [slow.status, problem.code, problem.retryable],
      [408, 'request_timeout', true],
    )
  },
}

export const httpScenarios: readonly Scenario[] = [ownStatuses, addresses]

import { type Installation, until } from '../installation.ts'
import { isBoolean, isInteger, isText, listOf } from '../matches.ts'
import type { Scenario } from '../scenario.ts'

const contacts = '/core/contact/contacts'
const messages = '/text/messaging/messages'

/** A request for each problem that a request alone can cause. */
const provoked = ({ get, post, newPhone }: Installation) => ({
  invalid_request: post(messages, { phone: '202-555-0123', text: 'Hello' }),
  version_mismatch: get(contacts, { headers: { 'api-version': '2' } }),
  unauthorized: get(contacts, { token: null }),
  forbidden: get(contacts, { key: null }),
  not_found: get(`/text/messaging/consents?phone=${encodeURIComponent(newPhone())}`),
  payload_too_large: post(contacts, { firstName: 'x'.repeat(300_000) }),
  unsupported_media_type: post(contacts, 'a,b', { headers: { 'content-type': 'text/csv' } }),
})

const statuses = {
  invalid_request: 400,
  version_mismatch: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  payload_too_large: 413,
  unsupported_media_type: 415,
} as const

const bodies: Scenario = {
  name: 'problem bodies',
  run: async (installation, { statement }) => {
    const { origin, get, post } = installation
    for (const [code, request] of Object.entries(provoked(installation))) {
      const { status, headers, body } = await request
      const expected = statuses[code as keyof typeof statuses]
      statement('7.1 7.2 7.6', `${code}: status`, [status, body.status], [expected, expected])
      statement('0.6 7.1', `${code}: media type`, headers.get('content-type'), /^application\/problem\+json/)
      statement('7.4 D10', `${code}: type`, body.type, `${origin}/problems/${code}`)
      statement('7.5 7.7', `${code}: title and detail`, body, { title: isText, detail: isText })
      statement('7.8 D10', `${code}: instance`, body['instance'], /^\/v1\/[a-z/-]+$/)
      statement('7.10 D11', `${code}: traceId`, body.traceId, /^[0-9a-f]{32}$/)
      statement('D11', `${code}: x-trace-id`, headers.get('x-trace-id'), body.traceId)
      statement('7.11', `${code}: retryable`, body['retryable'], false)
      const page = await fetch(body.type)
      statement(
        'D10',
        `${code}: the page of its type`,
        [page.status, await page.text()],
        [200, new RegExp(code)],
      )
    }
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` }
    const [failed, fine] = await Promise.all([
      get(`${contacts}/none`, { headers }),
      get(contacts, { headers }),
    ])
    statement(
      'D11 7.10',
      'traceparent',
      [failed.body.traceId, fine.headers.get('x-trace-id')],
      [trace, trace],
    )
    const malformed = await get(`${contacts}/none`, { headers: { traceparent: 'nonsense' } })
    statement('D11', 'a malformed traceparent', malformed.body.traceId, /^[0-9a-f]{32}$/)

    const invalid = await post(messages, { phone: 'a', text: '' })
    statement('7.12 D9', 'details', invalid.body.details, {
      errors: listOf({ path: /^\//, message: isText }),
    })
    statement('7.12', 'no details', (await get(contacts, { token: null })).body.details, undefined)
    const items = await post('/text/messaging/consent-requests', { phoneNumbers: ['+12025550123', 'a'] })
    statement('D9', 'the path of an item', items.body.details, { errors: [{ path: '/phoneNumbers/1' }] })
    const broken = ['{', '', '[]', '"text"', '{"a":1,}', 'null']
    const answers = await Promise.all(broken.map(body => post(messages, body)))
    statement(
      '7.13',
      'malformed bodies',
      answers.map(({ status, body }) => [status, body.code]),
      broken.map(() => [400, 'invalid_request']),
    )
    statement(
      '7.2',
      'no 200',
      answers.filter(({ status }) => status < 400),
      [],
    )
    statement('4.11', 'the errors of a send', answers[0]?.body, {
      code: isText,
      status: isInteger,
      retryable: isBoolean,
    })
  },
}

const mediaTypes: Scenario = {
  name: 'media types and sizes',
  run: async ({ get, post }, { statement }) => {
    const fine = await get(contacts)
    statement('0.5', 'a response', fine.headers.get('content-type'), /^application\/json/)
    const types = [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]
    const answers = await Promise.all(
      types.map(type => post(contacts, '{"firstName":"Ada"}', { headers: { 'content-type': type } })),
    )
    const refused = { status: 415, body: { code: 'unsupported_media_type', retryable: false } }
    statement(
      '7.25 0.5',
      types.join(', '),
      answers,
      types.map(() => refused),
    )
    const utf8 = await post(contacts, '{"firstName":"Ada"}', {
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
    statement('0.5 7.25', 'application/json with a charset', utf8.status, 200)
    const bodyOf = (bytes: number): string => {
      const frame = JSON.stringify({ firstName: 'Ada', padding: '' })
      return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`)
    }
    const limit = 256 * 1_024
    statement('D20 7.24', '256 KiB', (await post(contacts, bodyOf(limit))).status, 200)
    statement('D20 7.24', 'a byte more', await post(contacts, bodyOf(limit + 1)), {
      status: 413,
      body: { code: 'payload_too_large', retryable: false },
    })
  },
}

const versions: Scenario = {
  name: 'API-Version',
  run: async ({ get }, { statement }) => {
    const ask = (version: string) => get(`${contacts}?pageSize=1`, { headers: { 'api-version': version } })
    for (const version of ['1', '1.0', '1.0.0', '1.1', '1.0.1', '1.27']) {
      statement('D12', version, (await ask(version)).status, 200)
    }
    for (const version of ['2', '2.0', '0', '0.9', '11']) {
      statement('D12 7.22 9.7', version, await ask(version), {
        status: 400,
        body: { code: 'version_mismatch', status: 400, retryable: false },
      })
    }
    statement('D12', 'none', (await get(`${contacts}?pageSize=1`)).status, 200)
  },
}

const idempotency: Scenario = {
  name: 'Idempotency-Key',
  run: async ({ get, post, send, newFriend, textsOn, advisors }, { statement }) => {
    const phone = await newFriend()
    const headers = { 'idempotency-key': 'audit-1' }
    const first = await send({ phone, text: 'Once' }, { headers })
    const second = await send({ text: 'Once', phone, extra: 1 }, { headers })
    statement(
      'D13',
      'a replay',
      [second.status, second.text, second.headers.get('idempotency-replayed')],
      [200, first.text, 'true'],
    )
    statement('D13', 'the first response', first.headers.get('idempotency-replayed'), null)
    const other = await send({ phone, text: 'Twice' }, { headers })
    statement('D13', 'the key with another body', other, { status: 400, body: { code: 'invalid_request' } })
    const rush = await Promise.all(
      Array.from({ length: 10 }, () =>
        send({ phone, text: 'Rush' }, { headers: { 'idempotency-key': 'audit-2' } }),
      ),
    )
    const ids = new Set(rush.map(({ body }) => body.successes[0]?.messageId))
    statement('D13', 'ten at once', [rush.every(({ status }) => status === 200), ids.size], [true, 1])
    const foreign = await post(
      contacts,
      { firstName: 'Mine' },
      { headers, token: advisors[1]?.accessToken ?? '' },
    )
    statement('D13', 'the key of another advisor', foreign, { status: 200 })
    for (const [path, body] of [
      [contacts, { firstName: 'Kept', lastName: 'Once' }],
      ['/core/contact/groups', { name: 'Kept once' }],
    ] as const) {
      const keyed = { headers: { 'idempotency-key': `audit-3 ${path}` } }
      const [one, two] = [await post(path, body, keyed), await post(path, body, keyed)]
      statement('D13', `POST ${path} twice`, two.body.id, one.body.id)
    }
    const correct = { headers: { 'idempotency-key': 'audit-4' } }
    const refused = await post(contacts, { firstName: 5 }, correct)
    const retried = await post(contacts, { firstName: 'Five' }, correct)
    statement('D13', 'a corrected retry', [refused.status, retried.status], [400, 200])
    const long = await post(contacts, { firstName: 'A' }, { headers: { 'idempotency-key': 'x'.repeat(256) } })
    statement('D13', 'a key of 256 characters', long.status, 400)
    const longest = await post(
      contacts,
      { firstName: 'A' },
      { headers: { 'idempotency-key': 'x'.repeat(255) } },
    )
    statement('D13', 'a key of 255 characters', longest.status, 200)
    const { body } = await get(`${contacts}?search=${encodeURIComponent('Kept Once')}`)
    statement('D13', 'contacts created', body.pageInfo, { totalRecord: 1 })
    // Texts to one phone arrive in order, so after the last one nothing is on its way.
    await send({ phone, text: 'The last one' })
    const texts = await until(
      () => textsOn(phone),
      list => list.includes('The last one'),
    )
    const counts = ['Once', 'Rush', 'Twice'].map(text => texts.filter(each => each === text).length)
    statement('D13', 'texts on the phone', counts, [1, 1, 0])
  },
}

export const problemScenarios: readonly Scenario[] = [bodies, mediaTypes, versions, idempotency]

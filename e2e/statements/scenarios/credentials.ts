import { until } from '../installation.ts'
import { OAuthClient } from '../oauth.ts'
import type { Scenario } from '../scenario.ts'

const contacts = '/core/contact/contacts'

const tokenAndKey: Scenario = {
  name: 'token and key',
  run: async ({ service, modest, get, post }, { statement }) => {
    const path = `${contacts}?pageSize=1`
    statement('4.1 5.1', 'both', (await get(path)).status, 200)
    const unauthorized = { status: 401, body: { code: 'unauthorized', retryable: false } }
    statement('4.1 5.1 5.2 7.17', 'no token', await get(path, { token: null }), unauthorized)
    statement(
      '5.2 7.17',
      'another scheme',
      await get(path, { token: null, headers: { authorization: 'Basic YTpi' } }),
      unauthorized,
    )
    statement('5.2', 'a made-up token', await get(path, { token: 'made.up.token' }), unauthorized)
    const byName = { status: 403, body: { code: 'forbidden', detail: /x-api-key/ } }
    statement('4.1 5.1 5.3 D15', 'no key', await get(path, { key: null }), byName)
    statement('5.3 D15', 'an unknown key', await get(path, { key: 'parley_key_sandbox_made_up' }), byName)
    statement(
      '5.3',
      'a key in the query',
      await get(`${path}&x-api-key=${service.application.apiKey}`, { key: null }),
      byName,
    )
    statement('D16', 'a key of another application', await get(path, { key: modest.apiKey }), {
      status: 403,
      body: { code: 'forbidden' },
    })
    statement('4.1 5.1', 'no token for a write', await post(contacts, {}, { token: null }), unauthorized)
    const { id, apiKey } = await service.operate<{ id: number; apiKey: string }>(
      `key add --app ${service.application.clientId}`,
    )
    statement('D15 5.3', 'a new key', (await get(path, { key: apiKey })).status, 200)
    await service.operate(`key revoke ${id}`)
    const revoked = await until(
      () => get(path, { key: apiKey }),
      ({ status }) => status === 403,
    )
    statement('D15', 'a revoked key', revoked, byName)
  },
}

type Method = 'get' | 'post' | 'put' | 'remove'

/** Each operation of the interface: its statements, its scope and a harmless request. */
const operations: readonly [string, string, Method, string][] = [
  ['4.2 5.14', 'text.messaging.write', 'post', '/text/messaging/messages'],
  ['4.3 5.14', 'text.messaging.write', 'post', '/text/messaging/consent-requests'],
  ['4.4 5.13', 'text.messaging.read', 'get', '/text/messaging/consents?phone=%2B12025550100'],
  ['5.13', 'text.messaging.read', 'get', '/text/messaging/messages/1'],
  ['5.13', 'text.messaging.read', 'get', '/text/messaging/scheduled-messages'],
  ['5.14', 'text.messaging.write', 'remove', '/text/messaging/scheduled-messages/9007199254740991'],
  ['4.25 5.11 5.19', 'core.contacts.write', 'post', contacts],
  ['4.26 5.11', 'core.contacts.write', 'put', `${contacts}/9007199254740991`],
  ['4.27 5.10 5.19', 'core.contacts.read', 'get', `${contacts}/9007199254740991`],
  ['4.28 5.10 5.19', 'core.contacts.read', 'get', contacts],
  ['4.29 5.11', 'core.contacts.write', 'remove', `${contacts}/9007199254740991`],
  ['4.30 5.11', 'core.contacts.write', 'put', `${contacts}/9007199254740991/groups`],
  ['4.31 5.11', 'core.contacts.write', 'post', '/core/contact/groups'],
  ['4.32 5.10', 'core.contacts.read', 'get', '/core/contact/groups'],
  ['4.33 5.11', 'core.contacts.write', 'remove', '/core/contact/groups/9007199254740991'],
  ['4.34 5.12', 'core.content.read', 'get', '/core/content/library/search'],
]

const scopes: Scenario = {
  name: 'each operation needs exactly its scope',
  run: async (installation, { statement }) => {
    const names = [...new Set(operations.map(([, scope]) => scope))]
    const client = new OAuthClient(installation)
    const tokenFor = async (allowed: readonly string[]): Promise<string> => {
      const authorized = await client.authorize({ scope: ['openid', ...allowed].join(' ') })
      return (await client.exchange(authorized)).body.access_token
    }
    const tokens = new Map<string, { only: string; without: string }>()
    for (const scope of names) {
      const only = await tokenFor([scope])
      tokens.set(scope, { only, without: await tokenFor(names.filter(name => name !== scope)) })
    }
    for (const [numbers, scope, method, path] of operations) {
      const ask = (token: string | undefined) => {
        const options = { token: token ?? '' }
        return method === 'get' || method === 'remove'
          ? installation[method](path, options)
          : installation[method](path, {}, options)
      }
      const [allowed, denied] = await Promise.all([
        ask(tokens.get(scope)?.only),
        ask(tokens.get(scope)?.without),
      ])
      const isPastTheGuard = (value: unknown) => [200, 400, 404].includes(Number(value))
      statement(numbers, `${method} ${path} with only ${scope}`, allowed.status, isPastTheGuard)
      statement(`${numbers} 5.18 7.19`, `${method} ${path} with all but ${scope}`, denied, {
        status: 403,
        body: { code: 'forbidden', retryable: false, detail: new RegExp(scope.replaceAll('.', '\\.')) },
      })
    }
  },
}

const isolation: Scenario = {
  name: 'another advisor’s token sees nothing',
  run: async ({ advisors, get, post, put, remove, newPhone, consentOf, send }, { statement }) => {
    const phone = newPhone()
    const [contact, group] = await Promise.all([
      post(contacts, { firstName: 'Private', lastName: 'Person', phone }),
      post('/core/contact/groups', { name: 'Private group' }),
    ])
    await send({ phone, text: 'Hello' })
    const other = { token: advisors[1]?.accessToken ?? '' }
    const path = `${contacts}/${contact.body.id}`
    const answers = await Promise.all([
      get(path, other),
      put(path, { city: 'Dayton' }, other),
      remove(path, other),
      put(`${path}/groups`, { groupIds: [] }, other),
      remove(`/core/contact/groups/${group.body.id}`, other),
      consentOf(phone, other),
    ])
    statement(
      '1.1 D18',
      'requests with its ids',
      answers.map(({ status, body }) => [status, body.code]),
      answers.map(() => [404, 'not_found']),
    )
    const absent = await get(`${contacts}/9007199254740991`, other)
    statement(
      'D18',
      'the same detail as for what does not exist',
      answers[0]?.body.detail,
      absent.body.detail,
    )
    const found = await get(`${contacts}?search=${encodeURIComponent('Private Person')}`, other)
    statement('1.1 D18', 'a search', found.body.data, [])
    statement('1.1', 'its own advisor', (await get(path)).status, 200)
    const names = await Promise.all([get('/me'), get('/me', other)])
    statement(
      '1.1',
      'who a token acts for',
      names.map(({ body }) => body['advisor']),
      [{ name: 'Avery Collins' }, { name: 'Blake Ramirez' }],
    )
  },
}

export const credentialScenarios: readonly Scenario[] = [tokenAndKey, scopes, isolation]

import { OAuthClient } from '../oauth.ts'
import type { Scenario } from '../scenario.ts'

const contacts = '/core/contact/contacts'

const rateLimit: Scenario = {
  name: 'rate limit and order of checks',
  run: async (installation, { statement }) => {
    const { service, get, post } = installation
    const { apiKey: key } = await service.operate<{ apiKey: string }>(
      `key add --app ${service.application.clientId} --rate 1 --burst 2 --daily-quota 86400`,
    )
    // More at once than a slow machine could earn meanwhile.
    const many = <T>(ask: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 30 }, ask))
    const answers = await many(() => get(`${contacts}?pageSize=1`, { key }))
    const [first, limited] = [200, 429].map(wanted => answers.find(({ status }) => status === wanted))
    statement('7.23', 'too many requests', limited, {
      status: 429,
      body: { code: 'rate_limited', retryable: true },
    })
    statement('7.23 D8', 'Retry-After', limited?.headers.get('retry-after'), /^[1-9]\d*$/)
    const policy = '"burst";q=2;w=2, "daily";q=86400;w=86400'
    statement('D8', 'RateLimit-Policy', first?.headers.get('ratelimit-policy'), policy)
    const left = /^"burst";r=\d+;t=\d+, "daily";r=\d+;t=\d+$/
    statement('D8', 'RateLimit', first?.headers.get('ratelimit'), left)
    const sandbox = await get(`${contacts}?pageSize=1`, { key: service.application.apiKey })
    const plan = '"burst";q=50;w=5, "daily";q=10000;w=86400'
    statement('D21', 'the plan of the sandbox, 50 in 5 s', sandbox.headers.get('ratelimit-policy'), plan)

    const plain = { 'content-type': 'text/plain' }
    const large = JSON.stringify({ firstName: 'x'.repeat(300_000) })
    const wrongToken = await post(contacts, large, { token: 'a.b.c', key: 'unknown', headers: plain })
    statement('D19', 'token before key, media type and size', wrongToken.status, 401)
    const { body: texting } = await new OAuthClient(installation).token({
      grant_type: 'client_credentials',
      advisor: 'avery',
      scope: 'text.messaging.read',
    })
    const token = texting.access_token
    const wrongKey = await post(contacts, large, { token, key: 'unknown', headers: plain })
    statement('D19', 'key before scope, media type and size', wrongKey, {
      status: 403,
      body: { detail: /x-api-key/ },
    })
    const wrongScope = await many(() => post(contacts, 'x', { token, key, headers: plain }))
    statement(
      'D19',
      'scope before rate and media type',
      new Set(wrongScope.map(({ status }) => status)).size,
      1,
    )
    statement('D19', 'scope', wrongScope[0]?.body.detail, /core\.contacts\.write/)
    const wrongMedia = await many(() => post(contacts, 'x', { key, headers: plain }))
    statement(
      'D19',
      'rate before media type',
      wrongMedia.some(({ status }) => status === 429),
      true,
    )
    const media = await post(contacts, 'x', { headers: plain })
    statement('D19', 'media type before body', media.status, 415)
    statement('D19', 'size before body', (await post(contacts, `${large}{`)).status, 413)
    statement('D8', 'RateLimit on a 401', wrongToken.headers.get('ratelimit'), null)
  },
}

export const rateScenarios: readonly Scenario[] = [rateLimit]

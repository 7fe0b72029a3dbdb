// How long a request may block the event loop, which all callers share. Every route of the api is tested by itself:
// the list comes from the route table.
import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCarrier } from '../src/delivery/carriers/add-carrier.ts'
import type { HttpServer, ServedRoute } from '../src/platform/http/server.ts'
import { createTokenIssuer, createVisitor } from './people/access-tokens.ts'
import { type AdvisorApp, startAdvisorApp } from './servers/advisor-app.ts'
import { installation } from './twilio/twilio-account.ts'

/** Limit for an unauthenticated request, and for an authenticated one with a body of 64 kB. */
const strangerMs = 10
const knownMs = 50
/** Maximum number of runs. It is repeated only while the cost is above the limit. */
const timesMax = 40

const kilobytes = (unit: (index: number) => string, size: number): string => {
  let text = ''
  for (let index = 0; text.length < size; index += 1) text += unit(index)
  return text.slice(0, size)
}
const headerBytes = 14_000
const queryBytes = 15_000

interface Attack {
  readonly query?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

const queries: Record<string, Attack> = {
  'repeated names': { query: kilobytes(() => 'a&', queryBytes) },
  'repeated pairs': { query: kilobytes(() => 'a=b&', queryBytes) },
  'distinct names': { query: kilobytes(index => `${index.toString(36)}&`, queryBytes) },
  'repeated brackets': { query: kilobytes(() => 'a[]=&', queryBytes) },
  'nested brackets': { query: `a${kilobytes(() => '[a]', queryBytes)}=1` },
  'one long value': { query: `scope=${kilobytes(() => 'a ', queryBytes)}`.replaceAll(' ', '+') },
  'escaped characters': { query: `search=${kilobytes(() => '%41', queryBytes)}` },
  'broken escapes': { query: `search=${kilobytes(() => '%E2%', queryBytes)}` },
  'separators only': { query: kilobytes(() => '&', queryBytes) },
  'sixty long values': { query: kilobytes(index => `p${index}=${'x'.repeat(240)}&`, queryBytes) },
}

const headers: Record<string, Attack> = {
  'many headers': {
    headers: Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`x-${index}`, 'a'.repeat(150)])),
  },
  cookies: { headers: { cookie: kilobytes(index => `c${index}=${index}; `, headerBytes) } },
  'one cookie again and again': { headers: { cookie: kilobytes(() => 'a=b; ', headerBytes) } },
  'separators in cookies': { headers: { cookie: kilobytes(() => ';=', headerBytes) } },
  accept: { headers: { accept: kilobytes(index => `a/${index},`, headerBytes) } },
  'accept with weights': { headers: { accept: kilobytes(() => '*/*;q=0.1,', headerBytes) } },
  'accept-language': { headers: { 'accept-language': kilobytes(index => `l${index},`, headerBytes) } },
  'accept-encoding': { headers: { 'accept-encoding': kilobytes(() => 'gzip;q=0,', headerBytes) } },
  authorization: { headers: { authorization: `Bearer ${kilobytes(() => 'a.', headerBytes)}` } },
  'basic authorization': { headers: { authorization: `Basic ${kilobytes(() => 'OjpA', headerBytes)}` } },
  'x-forwarded-for': { headers: { 'x-forwarded-for': kilobytes(() => '1.1.1.1,', headerBytes) } },
  traceparent: { headers: { traceparent: kilobytes(() => '00-', headerBytes) } },
  tracestate: { headers: { tracestate: kilobytes(index => `a${index}=b,`, headerBytes) } },
  range: { headers: { range: `bytes=${kilobytes(index => `${index}-${index},`, headerBytes)}` } },
  'if-none-match': { headers: { 'if-none-match': kilobytes(index => `"${index}",`, headerBytes) } },
  'content-type': {
    headers: { 'content-type': `application/json${kilobytes(() => '; charset', headerBytes)}` },
    body: '{}',
  },
  'spaces in a content-type': {
    headers: { 'content-type': `application/json;${kilobytes(() => ' ', headerBytes)}x` },
    body: '{}',
  },
  'x-api-key': { headers: { 'x-api-key': kilobytes(() => 'parley_key_', headerBytes) } },
  signature: { headers: { 'x-twilio-signature': kilobytes(() => '=', headerBytes) }, body: 'a=b' },
}

const form = 'application/x-www-form-urlencoded'
const signature = `${'A'.repeat(27)}=`
const formAttack = (body: string): Attack => ({
  headers: { 'content-type': form, 'x-twilio-signature': signature },
  body,
})
const formsOf = (size: number): Record<string, Attack> => ({
  [`form of ${size}: repeated names`]: formAttack(kilobytes(() => 'a&', size)),
  [`form of ${size}: repeated pairs`]: formAttack(kilobytes(index => `a=${index}&`, size)),
  [`form of ${size}: distinct names`]: formAttack(kilobytes(index => `${index.toString(36)}&`, size)),
  [`form of ${size}: escaped characters`]: formAttack(`Body=${kilobytes(() => '%F0%9F%98%80', size)}`),
  [`form of ${size}: one long value`]: formAttack(`scope=${kilobytes(() => 'a+', size)}`),
})

const jsonAttack = (body: string): Attack => ({ headers: { 'content-type': 'application/json' }, body })
const bodiesOf = (size: number): Record<string, Attack> => ({
  [`JSON of ${size}: distinct members`]: jsonAttack(`{${kilobytes(index => `"${index}":0,`, size)}"z":0}`),
  [`JSON of ${size}: repeated members`]: jsonAttack(`{${kilobytes(() => '"a":0,', size)}"z":0}`),
  [`JSON of ${size}: nested`]: jsonAttack(`${'['.repeat(size / 2)}${']'.repeat(size / 2)}`),
  [`JSON of ${size}: 31 levels of numbers`]: jsonAttack(
    `${'['.repeat(31)}${kilobytes(() => '1e1,', size)}1${']'.repeat(31)}`,
  ),
  [`JSON of ${size}: strings`]: jsonAttack(`{"phoneNumbers":[${kilobytes(() => '"",', size)}""]}`),
  [`JSON of ${size}: objects`]: jsonAttack(`{"phoneNumbers":[${kilobytes(() => '{},', size)}{}]}`),
  [`JSON of ${size}: escapes`]: jsonAttack(`{"text":"${kilobytes(() => String.raw`\u0041`, size)}"}`),
  [`JSON of ${size}: one long text`]: jsonAttack(`{"text":"${kilobytes(() => 'stop ', size)}"}`),
  [`JSON of ${size}: one long search`]: jsonAttack(`{"search":"${kilobytes(() => '% _', size)}"}`),
})

let server: AdvisorApp
let app: HttpServer
let bearer: Record<string, string>
let advisorId: number
beforeAll(async () => {
  server = await startAdvisorApp()
  const [first] = server.apps
  if (!first) throw new Error('the api has not started')
  app = first
  const { database, origin } = server
  await addCarrier(database, installation(server.secretKeys), {
    name: 'acme',
    settings: { kind: 'twilio', accountSid: `AC${'0'.repeat(32)}`, apiOrigin: 'https://carrier.test' },
    credentials: { authToken: 'secret' },
    textsPerSecond: null,
    isDefault: false,
  })
  const issuer = await createTokenIssuer(database)
  const visitor = await createVisitor(database, origin)
  bearer = {
    authorization: `Bearer ${await issuer.sign(visitor.claims())}`,
    'x-api-key': visitor.apiKey,
  }
  advisorId = (await server.welcome({ isConsentRequired: false })).advisorId
})
afterAll(() => server.close())

/** How long a request blocks the event loop: the minimum of several runs, because the machine is shared. */
async function costOf(route: ServedRoute, attack: Attack, limitMs: number, credentials = {}): Promise<Cost> {
  let leastMs = Number.POSITIVE_INFINITY
  let status = 0
  for (let time = 0; time < timesMax && leastMs > limitMs; time += 1) {
    const before = performance.eventLoopUtilization()
    const answer = await app.inject({
      method: route.method as 'GET',
      url: `${addressOf(route)}${attack.query === undefined ? '' : `?${attack.query}`}`,
      headers: { host: new URL(server.origin).host, ...credentials, ...attack.headers },
      ...(attack.body !== undefined && route.method !== 'GET' && { payload: attack.body }),
      // As a string, a file of a megabyte would take longer to compare than to serve.
      payloadAsStream: true,
    })
    await finished(answer.stream().resume())
    leastMs = Math.min(leastMs, performance.eventLoopUtilization(before).active)
    status = answer.statusCode
  }
  return { ms: leastMs, status }
}

interface Cost {
  readonly ms: number
  readonly status: number
}

const addressOf = ({ url }: ServedRoute): string =>
  url.replace('/:name/', '/acme/').replaceAll(/:\w+/g, '1').replace('*', 'x')

const describeRoute = ({ method, url }: ServedRoute): string => `${method} ${url}`

/** Fastify adds HEAD to each GET, with the same handler. */
const served = (): ServedRoute[] => app.routeTable.filter(({ method }) => method !== 'HEAD')

async function findCostly(
  routes: readonly ServedRoute[],
  attacksOn: (route: ServedRoute) => Record<string, Attack>,
  limitMs: number,
  credentialsFor: (route: ServedRoute) => Promise<Record<string, string>> = async () => ({}),
): Promise<{ costly: string[]; statuses: Map<number, number> }> {
  const costly: string[] = []
  const statuses = new Map<number, number>()
  for (const route of routes) {
    const credentials = await credentialsFor(route)
    // The first request compiles what the others run.
    await costOf(route, {}, limitMs, credentials)
    for (const [name, attack] of Object.entries(attacksOn(route))) {
      const { ms, status } = await costOf(route, attack, limitMs, credentials)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (ms > limitMs) costly.push(`${describeRoute(route)}, ${name}: ${ms.toFixed(1)} ms (${status})`)
    }
  }
  return { costly, statuses }
}

it('covers every part of the api', () => {
  const parts = ['/v1/', '/oauth/', '/app', '/carriers/', '/sandbox/', '/docs', '/healthz']
  for (const part of parts)
    expect(
      served().some(({ url }) => url.startsWith(part)),
      part,
    ).toBe(true)
  expect(served().length).toBeGreaterThan(80)
})

it('no unauthenticated request blocks the event loop for more than 10 ms', {
  timeout: 1_200_000,
}, async () => {
  const attacks = { ...queries, ...headers }
  const bodies = { ...formsOf(15_000), ...formsOf(64_000), ...bodiesOf(15_000), ...bodiesOf(64_000) }
  const { costly, statuses } = await findCostly(
    served(),
    ({ method }) => (method === 'GET' ? attacks : { ...attacks, ...bodies }),
    strangerMs,
  )
  expect(costly).toEqual([])
  expect(statuses.get(500)).toBeUndefined()
})

it('no authenticated request blocks it for more than 50 ms with 64 kB', { timeout: 1_200_000 }, async () => {
  const known = served().filter(({ url }) => /^\/(?:v1|app\/api)\//.test(url))
  // A live connection stays open; the test above measures the cost of opening it.
  const routes = known.filter(({ url }) => !url.endsWith('/events'))
  const { costly, statuses } = await findCostly(
    routes,
    ({ method }) => (method === 'GET' ? queries : { ...queries, ...bodiesOf(64_000) }),
    knownMs,
    async ({ url }) =>
      url.startsWith('/v1/') ? bearer : { cookie: (await server.signIn(advisorId)).cookie },
  )
  expect(costly).toEqual([])
  expect(statuses.get(500)).toBeUndefined()
  // Most requests are read and refused because of their content, not their sender.
  expect(statuses.get(400)).toBeGreaterThan(100)
})

// Everybody who holds something that a secret key has made: an advisor's browsers, and a partner.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { addApplication } from '../../src/identity/applications/add-application.ts'
import type { Database } from '../../src/platform/db/pool.ts'
import type { HttpServer } from '../../src/platform/http/server.ts'
import type { AlternatingServers } from './alternating-servers.ts'
import { addPerson, authorizationPath, FormBrowser, password, tokenOf } from './sign-in-server.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')
const scopes = ['openid', 'offline_access', 'core.contacts.read']
const ofApplication = ['events.read', 'events.manage']

export async function addHolders(database: Database, receiver: WebhookReceiver) {
  const advisor = await addPerson(database)
  const redirectUri = 'https://crm.meridian.example/callback'
  const { application, clientSecret, key } = await addApplication(database, 'sandbox', {
    name: 'Meridian CRM',
    redirectUris: [redirectUri],
    scopes: [...scopes, ...ofApplication],
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
  })
  return { advisor, redirectUri, clientId: application.clientId, clientSecret, apiKey: key.apiKey, receiver }
}

/** What people and partners hold, from before the first step until after the last. */
export interface Held {
  readonly advisorBrowser: FormBrowser
  readonly consentBrowser: FormBrowser
  readonly endpoint: { readonly id: number; readonly secret: string }
  refreshToken: string
  cursor: string
}

export type Holders = Awaited<ReturnType<typeof addHolders>>

const post = async (
  { app }: AlternatingServers,
  fields: Record<string, string>,
): Promise<{ status: number; body: Record<string, string> }> => {
  const answer = await app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
  return { status: answer.statusCode, body: answer.json<Record<string, string>>() }
}

const credentialsOf = ({ clientId, clientSecret }: Holders) => ({
  client_id: clientId,
  client_secret: clientSecret,
})

/** A call of the application at one process, with a token of the other. */
async function call(
  app: HttpServer,
  holders: Holders,
  { servers, path, body }: { servers: AlternatingServers; path: string; body?: object },
) {
  const other = servers.apps.find(each => each !== app) ?? app
  const { body: token } = await post(
    { ...servers, app: other },
    {
      grant_type: 'client_credentials',
      scope: ofApplication.join(' '),
      ...credentialsOf(holders),
    },
  )
  const answer = await app.inject({
    method: body ? 'POST' : 'GET',
    url: `/v1${path}`,
    headers: { authorization: `Bearer ${token['access_token']}`, 'x-api-key': holders.apiKey },
    ...(body && { payload: body }),
  })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json<Record<string, never>>()
}

const cursorAfter = async (app: HttpServer, holders: Holders, servers: AlternatingServers, cursor: string) =>
  (await call(app, holders, { servers, path: `/events?after=${cursor}` }))['cursor'] ?? ''

/** Page and form go to different processes. */
export async function signInToApp(browser: FormBrowser, { advisor }: Holders): Promise<number> {
  const page = await browser.open('/app/sign-in?again=1')
  const fields = { token: tokenOf(page), email: advisor.email, password }
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
  }
  const answer = await browser.send(
    'POST',
    '/app/sign-in?again=1',
    headers,
    new URLSearchParams(fields).toString(),
  )
  return answer.status
}

/** The advisor signs in if asked, allows the application, and the partner gets its tokens. */
async function allow(servers: AlternatingServers, browser: FormBrowser, holders: Holders) {
  const partner = { clientId: holders.clientId, redirectUri: holders.redirectUri }
  let page = await browser.open(
    authorizationPath(partner, { scope: scopes.join(' '), code_challenge: challenge }),
  )
  const wasAsked = page.body.includes('name="password"')
  if (wasAsked) {
    page = await browser.follow(
      await browser.submit(page, 'sign-in', { email: holders.advisor.email, password }),
    )
  }
  const done = await browser.follow(await browser.submit(page, 'allow'))
  const { status, body } = await post(servers, {
    grant_type: 'authorization_code',
    code: new URL(done.location ?? '').searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: holders.redirectUri,
    ...credentialsOf(holders),
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return { wasAsked, refreshToken: body['refresh_token'] ?? '' }
}

export async function begin(servers: AlternatingServers, holders: Holders): Promise<Held> {
  const advisorBrowser = new FormBrowser(servers)
  const consentBrowser = new FormBrowser(servers, '192.0.2.2')
  expect(await signInToApp(advisorBrowser, holders)).toBe(303)
  const { refreshToken } = await allow(servers, consentBrowser, holders)
  const [app] = servers.apps as [HttpServer]
  const url = `${holders.receiver.url}/hook`
  const created = await call(app, holders, { servers, path: '/events/endpoints', body: { url } })
  const { endpoint, secret } = created as unknown as { endpoint: { endpointId: number }; secret: string }
  return {
    advisorBrowser,
    consentBrowser,
    endpoint: { id: endpoint.endpointId, secret },
    refreshToken,
    cursor: await cursorAfter(app, holders, servers, 'end'),
  }
}

/** Uses everything that is held, at every process, and renews what is renewed by its use. */
export async function goOn(servers: AlternatingServers, holders: Holders, held: Held): Promise<void> {
  const browsers = [held.advisorBrowser, held.consentBrowser].map(each => each.at(servers))
  const [advisorBrowser, consentBrowser] = browsers as [FormBrowser, FormBrowser]
  const printed: string[] = []
  for (const app of servers.apps) {
    expect((await advisorBrowser.send('GET', '/app/api/me')).status).toBe(200)
    expect((await allow(servers, consentBrowser, holders)).wasAsked).toBe(false)
    printed.push(await cursorAfter(app, holders, servers, held.cursor))
    await expectDelivery(app, holders, { servers, held })
  }
  for (const app of servers.apps)
    for (const cursor of printed) held.cursor = await cursorAfter(app, holders, servers, cursor)
  expect(await signInToApp(advisorBrowser, holders)).toBe(303)
  // The response may be lost: whichever process is asked again, the successor is the same.
  const tokens = [await refresh(servers, holders, held), await refresh(servers, holders, held)]
  expect(tokens[0]).toBe(tokens[1])
  held.refreshToken = tokens[0] ?? ''
}

async function refresh(servers: AlternatingServers, holders: Holders, { refreshToken }: Held) {
  const { status, body } = await post(servers, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    ...credentialsOf(holders),
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body['refresh_token'] ?? ''
}

async function expectDelivery(
  app: HttpServer,
  holders: Holders,
  { servers, held: { endpoint } }: { servers: AlternatingServers; held: Held },
) {
  holders.receiver.received.length = 0
  const path = `/events/endpoints/${endpoint.id}/test`
  const tested = await call(app, holders, { servers, path, body: {} })
  const [{ headers, body }] = holders.receiver.received as [(typeof holders.receiver.received)[number]]
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const key = Buffer.from(endpoint.secret.replace('whsec_', ''), 'base64')
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  expect([headers['webhook-signature'], tested]).toEqual([signature, expect.anything()])
}

// Somebody who leaves is out everywhere within five seconds: two apis, a worker and a sealer as processes of their own.
import { setTimeout as sleep } from 'node:timers/promises'
import { appBase } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../../../test/carriers/texting.ts'
import { useTestDatabase } from '../../../../test/database/database.ts'
import { openEvents } from '../../../../test/http/event-stream.ts'
import { openEventStreamOf } from '../../../../test/http/partner-stream.ts'
import { createSecretKeys } from '../../../../test/people/create-secret-keys.ts'
import { createApiKey } from '../../../../test/people/people.ts'
import { freePort } from '../../../../test/processes/free-port.ts'
import { listening, parley } from '../../../../test/processes/process.ts'
import { sealerSettings } from '../../../../test/processes/sealer-settings.ts'
import {
  authorizationUrl,
  createPartner,
  exchange,
  type OAuthServer,
  type Partner,
  post,
  TestBrowser,
} from '../../../../test/servers/oauth-server.ts'
import { addPerson, password } from '../../../../test/servers/sign-in-server.ts'
import { newPhone, prepare, testCarrier } from '../../../../test/servers/texting-server.ts'
import { startReceiver } from '../../../../test/servers/webhook-receiver.ts'
import { listHolds } from '../../../delivery/holds/list-holds.ts'
import { releaseSending } from '../../../delivery/holds/release-sending.ts'
import { receiveText } from '../../../delivery/replies/receive-text.ts'
import { withoutIdempotency } from '../../../platform/idempotency/idempotency.ts'
import { createEndpoint } from '../../../webhooks/endpoints/create-endpoint.ts'
import { startSession } from '../../sessions/start-session.ts'
import { issueDirectoryToken } from './issue-directory-token.ts'

const { database, owner, url, sealerUrl } = await useTestDatabase()
const secretKeys = createSecretKeys(Buffer.alloc(32, 7))
const ports = [await freePort(), await freePort()] as const
const origins = ports.map(port => `http://127.0.0.1:${port}`) as [string, string]
const receiver = await startReceiver()
const processes: ReturnType<typeof parley>[] = []

beforeAll(async () => {
  const settings = {
    DATABASE_URL: url,
    PUBLIC_ORIGIN: origins[0],
    PARLEY_SECRET_KEY: secretKeys.secretKey.toString('base64'),
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WORKER_PORT: '0',
    ...(await sealerSettings(sealerUrl)),
  }
  for (const port of ports) processes.push(parley(['api'], { ...settings, PORT: String(port) }))
  for (const role of ['worker', 'sealer']) processes.push(parley([role], settings))
  await Promise.all(processes.map(listening))
})
afterAll(async () => {
  for (const { child } of processes) child.kill('SIGTERM')
  await Promise.all(processes.map(each => each.exited()))
  await receiver.close()
})

const leavingMs = 5_000

/** Signs in and allows the application, on the pages of the first process. */
async function obtainTokens(partner: Partner, email: string) {
  const server = { origin: origins[0] } as OAuthServer
  const browser = new TestBrowser()
  const submit = async (page: string, action: string, fields: Record<string, string>) => {
    const [address = ''] = new RegExp(`/oauth/interaction/[\\w-]+/${action}`).exec(page) ?? []
    const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const answer = await fetch(`${origins[0]}${address}`, {
      method: 'POST',
      headers: { cookie: [...browser.cookies].map(pair => pair.join('=')).join('; ') },
      body: new URLSearchParams({ token, ...fields }),
      redirect: 'manual',
    })
    return browser.visit(new URL(answer.headers.get('location') ?? '', origins[0]).href)
  }
  const signIn = await browser.visit(authorizationUrl(server, partner))
  const allow = await submit(signIn.body, 'sign-in', { email, password })
  const { callback } = await submit(allow.body, 'allow', {})
  return (await exchange(server, partner, callback?.searchParams.get('code') ?? '')).body
}

async function prepareScene() {
  const { id: advisorId, firmId, email } = await addPerson(database)
  const number = await prepare(database, advisorId, firmId, { isConsentRequired: false })
  // Slow, so that texts wait.
  await database.query('insert into lane (advisor_id, number, texts_per_second) values ($1, $2, 1)', [
    advisorId,
    number,
  ])
  const partner = await createPartner(database)
  const { apiKey } = await createApiKey(database, partner.id)
  const tokens = await obtainTokens(partner, email)
  let refreshToken = tokens.refresh_token
  const refresh = async (origin: string) => {
    const answer = await post(`${origin}/oauth/token`, {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: partner.clientId,
      client_secret: partner.clientSecret,
    })
    refreshToken = answer.body.refresh_token ?? refreshToken
    return answer
  }
  const credentials = { authorization: `Bearer ${tokens.access_token}`, 'x-api-key': apiKey }
  const manager = {
    applicationId: partner.id,
    actor: { kind: 'system', task: 'test' },
    traceId: null,
  } as const
  const endpoint = { url: `${receiver.url}/` }
  await createEndpoint({ database, secretKeys, isSandbox: true }, manager, endpoint, withoutIdempotency)
  const issue = { kind: 'connect', defaultRole: null } as const
  const { token } = await issueDirectoryToken(database, 'sandbox', { firmId, issue })
  const cookie = `parley_app=${(await startSession(database, { personId: advisorId })).token}`
  return {
    advisorId,
    number,
    refresh,
    credentials,
    cookie,
    callApi: async (origin: string) =>
      (await fetch(`${origin}/v1/core/contact/contacts`, { headers: credentials })).status,
    callApp: async (origin: string) =>
      (await fetch(`${origin}${appBase}/me`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } }))
        .status,
    send: async (body: object) => {
      const answer = await fetch(`${origins[0]}/v1/text/messaging/messages`, {
        method: 'POST',
        headers: { ...credentials, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(answer.status).toBe(200)
      return (await answer.json()) as { successes: { scheduleId: number }[] }
    },
    setActive: async (value: unknown) => {
      const answer = await fetch(`${origins[1]}/scim/v2/Users/${advisorId}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify({
          schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
          Operations: [{ op: 'Replace', path: 'active', value }],
        }),
      })
      expect(answer.status).toBe(200)
    },
  }
}

const waiting = async (advisorId: number): Promise<number> => {
  const { rows } = await database.query<{ texts: number }>(
    'select count(*)::integer as texts from outbox where advisor_id = $1',
    [advisorId],
  )
  return rows[0]?.texts ?? 0
}

it('sessions, tokens, live connections, webhooks, schedules and queued texts end within five seconds', async () => {
  const scene = await prepareScene()
  const { advisorId, number, credentials, cookie } = scene
  const reply = (text: string) =>
    receiveText(database, testCarrier, {
      from: newPhone(),
      to: number,
      text,
      carrierMessageId: newPhone(),
      sentAt: new Date(),
    })
  const live = await Promise.all(origins.map(origin => openEvents(origin, { cookie })))
  const partnerLive = await Promise.all(origins.map(origin => openEventStreamOf(origin, credentials)))
  const { successes } = await scene.send({
    phoneNumbers: [newPhone()],
    text: 'Later',
    scheduleDelivery: true,
    deliveryDate: Date.now() + 3_600_000,
  })
  await scene.send({ phoneNumbers: Array.from({ length: 25 }, newPhone), text: 'Good morning' })
  await reply('Before')
  await eventually(
    'everything is at work',
    async () => {
      const hears = receiver.received.some(({ event }) => event.type === 'message.received')
      const streams = partnerLive.every(({ events }) =>
        events.some(({ name }) => name === 'message.received'),
      )
      return hears && streams && (await waiting(advisorId)) < 25
    },
    30_000,
  )
  for (const origin of origins) {
    expect([await scene.callApi(origin), await scene.callApp(origin)]).toEqual([200, 200])
  }

  await scene.setActive('False')
  const since = performance.now()
  const secondsAfter = (): number => performance.now() - since
  await reply('While away')
  await owner.query(`update schedule set next_at = now() where id = $1`, [successes[0]?.scheduleId])
  for (const origin of origins) {
    await eventually(
      `access is over at ${origin}`,
      async () => {
        const statuses = [
          await scene.callApp(origin),
          await scene.callApi(origin),
          (await scene.refresh(origin)).status,
        ]
        return statuses.every(status => status === 401 || status === 403 || status === 400)
      },
      leavingMs,
    )
  }
  await Promise.all(live.map(({ ended }) => ended))
  await eventually(
    'the schedule is refused',
    async () => {
      const { rows } = await database.query('select outcome from schedule_firing where schedule_id = $1', [
        successes[0]?.scheduleId,
      ])
      return rows.length === 1 && rows[0].outcome !== 'sent'
    },
    leavingMs,
  )
  await eventually(
    'no text is claimed',
    async () => {
      const { rows } = await database.query(
        'select from outbox where advisor_id = $1 and claim_id is not null',
        [advisorId],
      )
      return rows.length === 0
    },
    leavingMs,
  )
  expect(secondsAfter()).toBeLessThan(leavingMs)
  const held = await waiting(advisorId)
  expect(held).toBeGreaterThan(10)
  const heard = (): number =>
    receiver.received.filter(({ event }) => event.type === 'message.received').length +
    partnerLive.flatMap(({ events }) => events.filter(({ name }) => name === 'message.received')).length
  expect(heard()).toBe(3)
  await sleep(3_000)
  await reply('Long gone')
  await sleep(3_000)
  expect([await waiting(advisorId), heard()]).toEqual([held, 3])

  await scene.setActive('True')
  // The grant stands, so applications go on. Sessions do not, and no text leaves by itself.
  await eventually(
    'applications are back',
    async () => (await scene.refresh(origins[0])).status === 200,
    10_000,
  )
  expect(await scene.callApp(origins[0])).toBe(401)
  await sleep(3_000)
  expect(await waiting(advisorId)).toBe(held)
  expect(await listHolds(database)).toMatchObject([
    {
      kind: 'advisor',
      isDisabled: false,
      reason: 'They waited while the advisor was disabled.',
      texts: held,
    },
  ])
  await releaseSending(
    database,
    { kind: 'advisor', id: advisorId, name: 'An advisor' },
    {
      actor: { kind: 'operator', name: 'sam' },
    },
  )
  await eventually('released texts leave', async () => (await waiting(advisorId)) < held, 10_000)
}, 120_000)

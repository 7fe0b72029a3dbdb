// Every error, each triggered on the service itself; only internal errors are faked.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Parley } from '../../packages/sdk/src/index.ts'
import type { Partner } from './start-partner.ts'

const once = { maxRetries: 0 }

/** Each class that can be thrown, and what throws it. */
export const triggers: Record<string, (partner: Partner) => Promise<unknown>> = {
  WebhookError: async ({ sdk }) =>
    sdk.unwrapWebhook('{}', {}, 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDjJiGFdkEmaI='),
  InvalidRequestError: async partner =>
    partner.client().messages.send({ phone: '202-555-0123', text: 'Hello' }),
  VersionMismatchError: async partner => changed(partner, 'api-version', '2').contacts.search(),
  UnauthorizedError: async partner => partner.client({ accessToken: 'made.up.token' }).contacts.search(),
  ForbiddenError: async partner => partner.client({ apiKey: 'made-up' }).contacts.search(),
  NotFoundError: async partner => partner.client().contacts.get(Number.MAX_SAFE_INTEGER),
  MethodNotAllowedError: async partner => direct(partner, { method: 'PATCH' }).contacts.search(),
  RequestTimeoutError: async partner => {
    // A body that never ends: the service gives up after ten seconds.
    const body = new ReadableStream({ start: controller => controller.enqueue(Buffer.from('{')) })
    return direct(partner, { body, duplex: 'half' }).contacts.create({ firstName: 'Slow' })
  },
  UriTooLongError: async partner =>
    partner
      .client({
        fetch: (input, init) => {
          const address = input instanceof Request ? input.url : input.toString()
          return fetch(`${address}${'0'.repeat(100)}`, init)
        },
      })
      .contacts.get(1),
  HeadersTooLargeError: async partner =>
    direct(partner, { headers: { 'x-long': 'x'.repeat(20_000) } }).contacts.search(),
  ConflictError: async partner => {
    const accessToken = await tokenWithoutNumber(partner)
    return partner.client({ accessToken }).consents.request({ phoneNumbers: ['+12025550123'] })
  },
  GoneError: async partner => {
    const { events } = partner.client()
    const { cursor } = await events.list({ after: 'end' })
    // As after a restore to the beginning. Processes read it once a second.
    await partner.service.lock(
      `insert into recovery (number, operator, log_size, plan, finished_at)
       select coalesce(max(number), 0) + 1, 'e2e', 0, '{"found": {"at": "2026-01-31T08:00:00.000Z"}}', now() from recovery`,
    )
    await sleep(1_100)
    return events.list({ after: cursor })
  },
  PayloadTooLargeError: async partner =>
    partner.client().messages.send({ phone: '+12025550123', text: 'x'.repeat(300_000) }),
  UnsupportedMediaTypeError: async partner =>
    changed(partner, 'content-type', 'text/plain').contacts.create({ firstName: 'Plain' }),
  RateLimitedError: async partner => {
    const { apiKey } = await partner.service.operate<{ apiKey: string }>(
      `key add --app ${partner.registration.clientId} --rate 1 --burst 1`,
    )
    const client = partner.client({ apiKey, ...once })
    return Promise.all([1, 2, 3, 4].map(() => client.content.search()))
  },
  InternalError: async partner => {
    partner.proxy.weather(() => ({ status: 500, body: { code: 'internal_error', retryable: true } }))
    return partner.client(once).contacts.search()
  },
  DownstreamTimeoutError: async partner => {
    const held = partner.service.lock(
      'begin; lock table contact in access exclusive mode; select pg_sleep(5); commit',
    )
    try {
      // Until the lock is held, and then until the service times out on it.
      for (;;) await partner.client(once).contacts.search()
    } finally {
      await held
    }
  },
  DownstreamUnavailableError: async partner => {
    await partner.service.gate.shut()
    try {
      return await partner.client(once).contacts.search()
    } finally {
      await partner.service.gate.open()
    }
  },
  ConnectionError: async partner =>
    partner.client({ baseUrl: 'http://127.0.0.1:1/v1', ...once }).contacts.search(),
  TimeoutError: async partner => {
    partner.proxy.weather(() => 'hang')
    return partner.client({ ...once, timeoutMs: 200 }).contacts.search()
  },
  OAuthError: async partner =>
    partner.site.oauth?.exchange('?code=made-up&state=s', { state: 's', codeVerifier: 'v'.repeat(43) }),
  AuthorizationRequiredError: async partner => {
    const [grant] = await partner.service.operate<{ id: string; revokedAt: string | null }[]>(
      'grant list --advisor avery',
    )
    await partner.service.operate(`grant revoke -- ${grant?.id}`)
    for (;;) await partner.client().contacts.search() // every process knows within seconds
  },
}

/** A client whose requests are changed and reach the service without the proxy. */
const direct = (partner: Partner, change: RequestInit & { readonly duplex?: 'half' }): Parley =>
  partner.client({
    ...once,
    baseUrl: partner.service.baseUrl,
    fetch: (input, init) =>
      fetch(input, {
        ...init,
        ...change,
        headers: { ...(init?.headers as object), ...(change.headers as object) },
      }),
  })

/** A client whose requests have one header changed on the way. */
const changed = (partner: Partner, name: string, value: string): Parley =>
  partner.client({
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as object), [name]: value } }),
  })

/** Credentials of an advisor without a texting number. */
async function tokenWithoutNumber({ service, registration }: Partner): Promise<string> {
  const { clientId, clientSecret } = registration
  await service.operate('firm add "No numbers"')
  await Promise.all([
    service.operate(
      `advisor add numberless --firm "No numbers" --name "No Number" --no-password
        --email numberless@nowhere.test --time-zone America/New_York`,
    ),
    service.operate(`app authorize ${clientId} --firm "No numbers"`),
  ])
  const answer = await fetch(service.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      advisor: 'numberless',
      scope: 'text.messaging.read text.messaging.write',
    }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

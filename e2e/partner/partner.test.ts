// A partner from outside: only the packed SDK, a browser and HTTP.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Sdk from '../../packages/sdk/src/index.ts'
import type { Parley, SendOutcome, SendState } from '../../packages/sdk/src/index.ts'
import type { Fault } from './proxy.ts'
import { type Partner, startPartner } from './start-partner.ts'
import { triggers } from './trigger-errors.ts'

let partner: Partner
let parley: Parley
beforeAll(async () => {
  partner = await startPartner()
  parley = partner.client()
}, 720_000)
afterAll(() => partner.stop())
beforeEach(() => partner.proxy.weather(() => undefined))

let phones = 0
/** A number that nobody has texted yet. */
const newPhone = (): string => `+1202555${String(1_000 + phones++)}`

/** Without the confirmation that follows a YES, which is nobody's here. */
const textsOn = async (phone: string): Promise<string[]> => {
  const messages = await parley.sandbox.handset(phone).messages({ pageSize: 200 }).toArray({ limit: 1_000 })
  return messages
    .filter(({ direction, text }) => direction === 'received' && !text.includes('you agreed to texts'))
    .map(({ text }) => text)
}

/** Answers YES once the request has reached the phone. */
async function agree(phone: string): Promise<void> {
  await vi.waitFor(async () => expect(await textsOn(phone)).toHaveLength(1), {
    timeout: 120_000,
    interval: 100,
  })
  await parley.sandbox.handset(phone).reply('YES')
}

/** A number that may not be texted, is asked, and agrees. */
async function newFriend(): Promise<string> {
  const phone = newPhone()
  const refused = await parley.messages.send({ phone, text: 'Your papers are ready.' })
  expect(refused).toMatchObject({ successes: [], failureDetails: [{ phone, code: 'consent_required' }] })
  const asked = await parley.consents.request({ phoneNumbers: [phone] })
  expect(asked.successes).toMatchObject([{ consentState: 'pending' }])
  const [waited] = await Promise.all([parley.waitForConsent(phone, { pollIntervalMs: 100 }), agree(phone)])
  expect(waited).toMatchObject({ outcome: 'accepted', status: { state: 'accepted' } })
  return phone
}

/** All texts on a phone, after the last of them. Texts to one phone leave in order, so nothing can still be on its way. */
async function allTextsOn(phone: string): Promise<string[]> {
  await parley.messages.send({ phone, text: 'the last one' })
  return vi.waitFor(
    async () => {
      const texts = await textsOn(phone)
      expect(texts.at(-1)).toBe('the last one')
      return texts.slice(0, -1)
    },
    { timeout: 120_000, interval: 100 },
  )
}

describe('authorization in a browser', () => {
  it('reports an advisor who denies it', async () => {
    expect(await partner.visit('Deny')).toBe('Not connected: access_denied')
    await expect(parley.contacts.search()).rejects.toBeInstanceOf(partner.sdk.AuthorizationRequiredError)
  })

  it('connects an advisor who allows it', async () => {
    expect(await partner.visit('Allow')).toBe('Connected as avery')
    expect(partner.site.tokens).toMatchObject({
      advisor: 'avery',
      refreshToken: expect.any(String),
      scope: expect.stringContaining('text.messaging.write'),
    })
    const { pageInfo } = await parley.contacts.search()
    expect(pageInfo.totalRecord).toBeGreaterThan(0)
  })
})

describe('sendWithConsent', () => {
  it.each([
    ['NO', { outcome: 'declined' }],
    ['STOP', { outcome: 'opted_out' }],
  ])('ends if the recipient replies %s', async (word, outcome) => {
    const phone = newPhone()
    const save = async ({ step }: SendState): Promise<void> => {
      if (step === 'wait') await parley.sandbox.handset(phone).reply(word)
    }
    const text = { phone, text: 'Your papers are ready.' }
    expect(await parley.sendWithConsent(text, { save, pollIntervalMs: 100 })).toEqual(outcome)
    expect(await parley.sendWithConsent(text, { pollIntervalMs: 100 })).toEqual(outcome)
  })

  it('asks again after a STOP and a START, and sends after the YES', async () => {
    const phone = newPhone()
    const text = { phone, text: 'Your papers are ready.' }
    const answering =
      (word: string) =>
      async ({ step }: SendState): Promise<void> => {
        if (step === 'wait') await parley.sandbox.handset(phone).reply(word)
      }
    const options = { pollIntervalMs: 100, signal: AbortSignal.timeout(20_000) }
    expect(await parley.sendWithConsent(text, { ...options, save: answering('STOP') })).toEqual({
      outcome: 'opted_out',
    })
    await parley.sandbox.handset(phone).reply('START')
    await vi.waitFor(
      async () => expect(await parley.consents.get({ phone })).not.toHaveProperty('optedOut'),
      60_000,
    )
    const result = await parley.sendWithConsent(text, { ...options, save: answering('YES') })
    expect(result).toMatchObject({ outcome: 'sent' })
  })

  it('works with client credentials within the scopes that the advisor allowed', async () => {
    const { Parley, ParleyOAuth } = partner.sdk
    const oauth = new ParleyOAuth({ tokenUrl: partner.service.tokenUrl, ...partner.registration })
    const accessToken = oauth.clientCredentials({ advisor: 'avery', scopes: ['text.messaging.read'] })
    const machine = new Parley({ baseUrl: partner.baseUrl, apiKey: partner.registration.apiKey, accessToken })
    expect((await machine.schedules.list({ pageSize: 1 })).pageInfo.page).toBe(1)
    await expect(machine.contacts.search()).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('asks once, however many texts wait for the reply', async () => {
    const phone = newPhone()
    const texts = ['one', 'two', 'three 📄']
    const [results] = await Promise.all([
      Promise.all(texts.map(text => parley.sendWithConsent({ phone, text }, { pollIntervalMs: 100 }))),
      agree(phone),
    ])
    expect(results.map(({ outcome }) => outcome)).toEqual(['sent', 'sent', 'sent'])
    const [request, ...rest] = await allTextsOn(phone)
    expect(request).toContain('YES')
    expect(rest.toSorted()).toEqual(texts.toSorted())
    const messageId = results[0]?.outcome === 'sent' ? results[0].messageId : 0
    await vi.waitFor(
      async () => expect(await parley.messages.get(messageId)).toMatchObject({ status: 'delivered' }),
      { timeout: 120_000, interval: 100 },
    )
  })

  it('asks once and sends once, even if killed after any step and restarted', async () => {
    const token = (await partner.store.load())?.accessToken
    const steps = ['send', 'ask', 'wait', 'send_again']
    const outcomes = await Promise.all(
      steps.map(async step => {
        const phone = newPhone()
        const instructions = {
          baseUrl: partner.baseUrl,
          apiKey: partner.registration.apiKey,
          accessToken: token,
          file: partner.file(`${step}.json`),
          phone,
          text: `killed after ${step}`,
        }
        const answered = agree(phone)
        expect(await partner.work({ ...instructions, diesAfter: step })).toBeUndefined()
        const result = JSON.parse((await partner.work(instructions)) ?? '') as SendOutcome
        await answered
        return { outcome: result.outcome, texts: await allTextsOn(phone) }
      }),
    )
    expect(outcomes).toEqual(
      steps.map(step => ({
        outcome: 'sent',
        texts: [expect.stringContaining('YES'), `killed after ${step}`],
      })),
    )
  }, 360_000)
})

describe('a storm of 429 and 503', () => {
  it('is handled by retries: everything takes effect once, and nothing is retried too early', async () => {
    const phone = await newFriend()
    const kinds: Fault[] = [
      { status: 429, headers: { 'retry-after': '1' }, body: { code: 'rate_limited', retryable: true } },
      { status: 503, headers: { 'retry-after': '1', 'content-type': 'text/html' } },
      { status: 503 },
      'lost',
    ]
    const attempts = new Map<string, number>()
    let turn = 0
    partner.proxy.weather(({ headers }) => {
      const key = String(headers['idempotency-key'])
      const number = (attempts.get(key) ?? 0) + 1
      attempts.set(key, number)
      return number <= 2 ? kinds[turn++ % kinds.length] : undefined
    })
    const numbers = Array.from({ length: 30 }, (_, index) => index)
    await Promise.all([
      ...numbers.map(number => parley.messages.send({ phone, text: `storm ${number}` })),
      ...numbers.map(number => parley.contacts.create({ firstName: `N${number}`, lastName: 'Stormtest' })),
    ])
    const seen = [...partner.proxy.seen]
    partner.proxy.weather(() => undefined)

    const [, ...texts] = await allTextsOn(phone)
    expect(texts.toSorted()).toEqual(numbers.map(number => `storm ${number}`).toSorted())
    expect((await parley.contacts.search({ search: 'Stormtest' })).pageInfo.totalRecord).toBe(30)

    const byKey = Map.groupBy(seen, ({ headers }) => String(headers['idempotency-key']))
    expect(byKey.size).toBe(60)
    for (const tries of byKey.values()) {
      expect(tries).toHaveLength(3)
      for (const [index, { fault, atMs }] of tries.slice(0, 2).entries()) {
        const next = tries[index + 1]?.atMs ?? 0
        const asked = typeof fault === 'object' && fault.headers?.['retry-after'] ? 1_000 : 375
        expect(next - atMs).toBeGreaterThanOrEqual(asked - 5) // tolerance for two clocks on one machine
      }
    }
  })

  it('caused by the usage plan itself is handled, too', async () => {
    const { apiKey } = await partner.service.operate<{ apiKey: string }>(
      `key add --app ${partner.registration.clientId} --rate 5 --burst 1`,
    )
    const slow = partner.client({ apiKey })
    for (let index = 0; index < 3; index += 1) await slow.contacts.search({ pageSize: 1 })
    const refused = Promise.all(Array.from({ length: 8 }, () => slow.groups.search({}, { maxRetries: 0 })))
    await expect(refused).rejects.toBeInstanceOf(partner.sdk.RateLimitedError)
    await expect(refused).rejects.toMatchObject({ retryAfterSeconds: expect.any(Number), status: 429 })
  })
})

describe('a token that expires in the middle of a call', () => {
  it('is refreshed once for all, and every call takes effect once', async () => {
    const phone = await newFriend()
    const expired = partner.site.tokens?.accessToken
    const attempts = new Map<string, number>()
    partner.proxy.weather(({ headers, path }) => {
      if (path === '/oauth/token') return undefined
      const key = String(headers['idempotency-key'])
      const number = (attempts.get(key) ?? 0) + 1
      attempts.set(key, number)
      if (number === 1) return { status: 503, headers: { 'retry-after': '1' } }
      // The token expired while the call waited, so the service rejects the request.
      if (headers.authorization === `Bearer ${expired}`)
        headers.authorization = 'Bearer expired.expired.expired'
      return undefined
    })
    const numbers = Array.from({ length: 10 }, (_, index) => index)
    await Promise.all(numbers.map(number => parley.messages.send({ phone, text: `expiry ${number}` })))
    const refreshes = partner.proxy.seen.filter(({ path }) => path === '/oauth/token')
    expect(refreshes).toHaveLength(1)
    expect([...attempts.values()]).toEqual(numbers.map(() => 3))
    partner.proxy.weather(() => undefined)
    expect(partner.site.tokens?.accessToken).not.toBe(expired)
    const [, ...texts] = await allTextsOn(phone)
    expect(texts.toSorted()).toEqual(numbers.map(number => `expiry ${number}`).toSorted())
  })
})

describe('paging', () => {
  it('over 1,000 contacts returns each of them once', async () => {
    const numbers = Array.from({ length: 1_000 }, (_, index) => `P${String(index).padStart(4, '0')}`)
    const left = [...numbers]
    const worker = async (): Promise<void> => {
      for (let name = left.pop(); name; name = left.pop()) {
        await parley.contacts.create({ firstName: name, lastName: 'Pagetest' })
      }
    }
    await Promise.all(Array.from({ length: 16 }, worker))
    const found: (string | undefined)[] = []
    for await (const { firstName } of parley.contacts.search({ search: 'Pagetest', pageSize: 75 })) {
      found.push(firstName)
    }
    expect(found).toEqual(numbers)
    const { pageInfo, data } = await parley.contacts.search({ search: 'Pagetest', page: 14, pageSize: 75 })
    expect({ total: pageInfo.totalRecord, onPage: data.length }).toEqual({ total: 1_000, onPage: 25 })
  }, 360_000)
})

describe('every error', () => {
  it('has a test that triggers it', () => {
    const { ParleyError, ApiError, ...rest } = partner.sdk
    const classes = Object.entries(rest).filter(([, what]) => what.prototype instanceof ParleyError)
    expect(Object.keys(triggers).toSorted()).toEqual(classes.map(([name]) => name).toSorted())
    expect(ApiError.prototype).toBeInstanceOf(ParleyError)
  })

  // The last one ends the advisor's authorization.
  it.each(Object.entries(triggers))('%s is thrown', async (name, trigger) => {
    const error = await trigger(partner).then(
      () => new Error('nothing was thrown'),
      (thrown: unknown) => thrown as InstanceType<typeof Sdk.ParleyError>,
    )
    expect(error.constructor, String(error)).toBe(partner.sdk[name as 'ApiError'])
    if (error instanceof partner.sdk.ApiError && name !== 'InternalError') {
      expect(error.traceId).toMatch(/^[0-9a-f]{32}$/)
    }
  })
})

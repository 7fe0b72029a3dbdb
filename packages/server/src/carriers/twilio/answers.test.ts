// Results by the carrier's response: a refusal by the carrier itself is certain, a failure is not.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../test/processes/free-port.ts'
import {
  type Answer,
  accountSid,
  authToken,
  refusal,
  serveTwilio,
  type TwilioServer,
} from '../../../test/twilio/serve-twilio.ts'
import type { Carrier, Submission } from '../carrier.ts'
import { createTwilioCarrier } from './create-twilio-carrier.ts'
import type { TwilioSettings } from './settings.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close()
})

const never = Number.POSITIVE_INFINITY

async function start(): Promise<TwilioServer> {
  const account = await serveTwilio()
  opened.push(account)
  return account
}

interface Watched {
  readonly carrier: Carrier
  readonly troubles: string[]
  readonly failures: unknown[]
}

async function connect(apiOrigin: string, settings: Partial<TwilioSettings> = {}): Promise<Watched> {
  const troubles: string[] = []
  const failures: unknown[] = []
  const { timings, ...others } = settings
  const carrier = createTwilioCarrier(
    {
      name: 'acme',
      accountSid,
      authToken,
      publicOrigin: 'http://127.0.0.1:1',
      apiOrigin,
      timings: { probeMs: 100, reconnectFirstMs: 20, reconnectMostMs: 100, throttleFirstMs: 50, ...timings },
      ...others,
    },
    { onTrouble: why => troubles.push(why), onFailure: error => failures.push(error) },
  )
  opened.push(carrier)
  return { carrier, troubles, failures }
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(5)
}

async function up(apiOrigin: string, settings?: Partial<TwilioSettings>): Promise<Watched> {
  const watched = await connect(apiOrigin, settings)
  await until(() => watched.carrier.link === 'up')
  return watched
}

let count = 0
const submit = async ({ carrier }: Watched, notAfterMs = never): Promise<Submission | undefined> => {
  count += 1
  const text = { reference: String(count), from: '+12025550101', to: '+12025550123', text: 'Hello' }
  return (await carrier.submit([text], notAfterMs))[0]
}

const forGood = (reason: string): object => ({
  status: 'rejected',
  reason,
  words: expect.stringMatching(/^error \d+$/) as string,
  permanent: true,
})
const forNow: object = { status: 'rejected', reason: 'other', permanent: false }
const unknown: object = { status: 'unknown' }
const throttled: object = { status: 'throttled', retryAfterMs: expect.any(Number) as number }

describe('a response of the carrier', () => {
  it.each<[string, Answer, object]>([
    ['an invalid number', refusal(400, 21211), forGood('invalid_recipient')],
    ['a landline', refusal(400, 21614), forGood('invalid_recipient')],
    ['a recipient who has opted out', refusal(400, 21610), forGood('opted_out')],
    ['a text that is too long', refusal(400, 21617), forGood('content')],
    ['a number that is not ours', refusal(400, 21606), forNow],
    ['a country that the account may not text', refusal(400, 21408), forNow],
    ['an error that nobody knows', refusal(400, 99999), forNow],
    ['a refusal without a reason', { status: 403 }, forNow],
    ['another address', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, forNow],
    ['too many requests', refusal(429, 20429), throttled],
    ['a full queue', refusal(400, 21611), throttled],
    ['a refusal for now in its own words', refusal(503, 20503), throttled],
    ['a failure', refusal(500, 20500), unknown],
    ['a gateway that gave up', { status: 504, body: '<html>' }, unknown],
    ['a gateway that is busy', { status: 503, body: '<html>' }, unknown],
    ['a success without an id', { status: 201, body: {} }, unknown],
    ['a success that cannot be read', { status: 201, body: 'ok' }, unknown],
  ])('that is %s', async (_, answer, expected) => {
    const account = await start()
    const watched = await up(account.origin)
    account.next.push(answer)
    expect(await submit(watched)).toMatchObject(expected)
    expect(account.messages).toEqual([])
  })

  it('that times out leaves the text unknown', async () => {
    const account = await start()
    const watched = await up(account.origin, { timings: { answerTimeoutMs: 300 } })
    // The rest of it never arrives.
    account.next.push({ status: 201, body: '{"sid":', headers: { 'content-length': '1000' } })
    expect(await submit(watched)).toEqual(unknown)
  })

  it('that throttles delays other texts for as long as it says', async () => {
    const account = await start()
    const watched = await up(account.origin)
    account.next.push(refusal(429, 20429, { 'retry-after': '1' }))
    expect(await submit(watched)).toEqual({ status: 'throttled', retryAfterMs: 1_000 })
    expect(await submit(watched)).toEqual(throttled)
    expect(watched.carrier.state?.pausedForMs).toBeGreaterThan(0)
    expect(account.posts).toHaveLength(1)
    await sleep(1_050)
    expect(await submit(watched)).toMatchObject({ status: 'accepted' })
  })
})

describe('the link', () => {
  it('is down if the carrier refuses our token, and no text is lost', async () => {
    const account = await start()
    const watched = await connect(account.origin, { authToken: 'another' })
    await until(() => watched.troubles.length > 0)
    expect(watched.carrier.link).toBe('down')
    expect(watched.troubles[0]).toBe('the carrier refuses the account or its token')
    expect(await submit(watched)).toEqual({ status: 'unsent' })
  })

  it('goes down when the token is refused later, and the text was not sent', async () => {
    const account = await start()
    const watched = await up(account.origin)
    account.next.push(refusal(401, 20003))
    expect(await submit(watched)).toEqual({ status: 'unsent' })
    expect(watched.troubles).toEqual(['the carrier refuses the account or its token'])
    await until(() => watched.carrier.link === 'up')
  })

  it('goes down after a few texts without a response, so that not all of them are unknown', async () => {
    const account = await start()
    const watched = await up(account.origin, {
      window: 1,
      timings: { reconnectFirstMs: 5_000, reconnectMostMs: 5_000 },
    })
    account.next.push('cut', 'cut', 'cut')
    const statuses: (string | undefined)[] = []
    for (let time = 0; time < 6; time += 1) statuses.push((await submit(watched))?.status)
    expect(statuses).toEqual(['unknown', 'unknown', 'unknown', 'unsent', 'unsent', 'unsent'])
    expect(account.messages).toHaveLength(3)
  })

  it('writes nothing after the deadline, however long connecting takes', async () => {
    const account = await start()
    const watched = await up(account.origin)
    expect(await submit(watched, performance.now())).toEqual({ status: 'unsent' })
    expect(account.posts).toEqual([])
    expect(watched.carrier.link).toBe('up')
  })

  it('reports errors without a secret, a number or a text', async () => {
    const { troubles } = await connect(`http://127.0.0.1:${await freePort()}`)
    await until(() => troubles.length > 1)
    expect(new Set(troubles)).toEqual(new Set(['ECONNREFUSED']))
  })
})

describe('replies that the carrier could not deliver', () => {
  it('are fetched, oldest first, when they are old enough, and again until they are stored', async () => {
    const account = await start()
    const { carrier, troubles, failures } = await connect(account.origin, {
      timings: { catchUpMs: 50, catchUpAgeMs: 60_000 },
    })
    const nowhere = 'http://127.0.0.1:1/'
    const ages = [7_200_000, 3_600_000, 600_000, 300_000, 120_000, 1_000]
    for (const ageMs of ages) {
      const createdAt = new Date(Date.now() - ageMs)
      await account.write({ from: '+12025550123', to: '+12025550101', text: `${ageMs}`, createdAt }, nowhere)
    }
    const heard: string[] = []
    let refusals = 1
    carrier.listen({
      receiveStop: async () => false,
      receiveReceipts: async () => {},
      receiveTexts: async texts => {
        refusals -= 1
        if (refusals >= 0) throw new Error('not now')
        heard.push(...texts.map(({ text }) => text))
      },
    })
    await until(() => heard.length >= 5)
    expect(heard.slice(0, 5)).toEqual(['7200000', '3600000', '600000', '300000', '120000'])
    expect(heard).not.toContain('1000')
    expect(failures).toEqual([new Error('not now')])
    expect(troubles).toEqual([])
  })

  it('are reported if they cannot be fetched, without a number or a text, and fetched later', async () => {
    const account = await start()
    const createdAt = new Date(Date.now() - 600_000)
    const reply = { from: '+12025550123', to: '+12025550101', text: 'Hello', createdAt }
    await account.write(reply, 'http://127.0.0.1:1/')
    account.nextLists.push(refusal(500, 20500))
    const watched = await connect(account.origin, { timings: { catchUpMs: 50 } })
    const heard: string[] = []
    watched.carrier.listen({
      receiveStop: async () => false,
      receiveReceipts: async () => {},
      receiveTexts: async texts => void heard.push(...texts.map(({ text }) => text)),
    })
    await until(() => heard.length > 0)
    expect(watched.troubles).toEqual([
      'missed replies could not be fetched: the carrier answers with status 500',
    ])
    expect(watched.failures).toEqual([])
  })

  it('are no failure if the carrier is closed meanwhile', async () => {
    const account = await start()
    for (let written = 0; written < 101; written += 1) {
      const createdAt = new Date(Date.now() - 600_000)
      await account.write(
        { from: '+12025550123', to: '+12025550101', text: 'Hello', createdAt },
        'http://127.0.0.1:1/',
      )
    }
    const { carrier, failures } = await connect(account.origin, { timings: { catchUpMs: 50 } })
    let closing: Promise<void> | undefined
    carrier.listen({
      receiveStop: async () => false,
      receiveReceipts: async () => {},
      receiveTexts: async () => void (closing ??= carrier.close()),
    })
    await until(() => closing !== undefined)
    await closing
    expect(failures).toEqual([])
  })
})

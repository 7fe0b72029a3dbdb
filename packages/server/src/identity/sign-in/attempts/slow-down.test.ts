import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../../test/database/database.ts'
import {
  addPartner,
  addPerson,
  authorizationPath,
  createSignInServer,
  FormBrowser,
  password,
  type SignInServer,
} from '../../../../test/servers/sign-in-server.ts'
import { addressBlock } from '../../access/address-block.ts'
import { networkOf } from '../../access/network-of.ts'
import { signingInAuthorOf } from '../../person/person-author.ts'
import { formatWait, patience, rememberedFailures, secondsToWait } from './slow-down.ts'
import { unlockPerson } from './unlock-person.ts'

const { database } = await useTestDatabase()
let servers: [SignInServer, SignInServer]
let partner: Awaited<ReturnType<typeof addPartner>>
let advisor: Awaited<ReturnType<typeof addPerson>>

beforeAll(async () => {
  const one = await createSignInServer({ database })
  servers = [one, await createSignInServer({ database, secretKeys: one.secretKeys })]
  partner = await addPartner(database)
  advisor = await addPerson(database)
})
afterAll(async () => {
  await Promise.all(servers.map(({ app }) => app.close()))
})
beforeEach(async () => {
  await database.query('delete from sign_in_failure')
})

interface Attempt {
  readonly email?: string
  readonly given?: string
  readonly from?: string
  readonly server?: SignInServer
}

async function attempt(options: Attempt = {}) {
  const { email = advisor.email, given = 'wrong', from = '192.0.2.1', server = servers[0] } = options
  const browser = new FormBrowser(server, from)
  const page = await browser.open(authorizationPath(partner))
  return browser.submit(page, 'sign-in', { email, password: given })
}

/** Moves the last attempt into the past. */
const letPass = (seconds: number) =>
  database.query('update sign_in_failure set last_failed_at = last_failed_at - make_interval(secs => $1)', [
    seconds,
  ])

const fail = async (count: number, options: Attempt = {}) => {
  for (let failure = 0; failure < count; failure += 1) {
    expect((await attempt(options)).status).toBe(422)
    await letPass(5)
  }
}

describe('429', () => {
  it('starts after five failures, says how long to wait, and after it the right password works', async () => {
    for (let failure = 0; failure < 5; failure += 1) expect((await attempt()).status).toBe(422)
    const refused = await attempt({ given: password })
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.body).toContain('Wait 1 second, then try again.')
    expect(refused.body).toContain(`value="${advisor.email}"`)
    await new Promise(resolve => setTimeout(resolve, 1_000))
    expect((await attempt({ given: password })).status).toBe(303)
  })

  it('doubles after each further failure, up to 15 minutes, and is never permanent', async () => {
    await fail(5)
    const waits: number[] = []
    for (let failure = 0; failure < 12; failure += 1) {
      await database.query('update sign_in_failure set last_failed_at = clock_timestamp()')
      const { status, headers } = await attempt({ given: password })
      expect(status).toBe(429)
      const waitSeconds = Number(headers['retry-after'])
      waits.push(waitSeconds)
      await letPass(waitSeconds)
      expect((await attempt()).status).toBe(422)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
    await letPass(900)
    expect((await attempt({ given: password })).status).toBe(303)
  })

  it('does not count an attempt that was not processed', async () => {
    await fail(7)
    await database.query('update sign_in_failure set last_failed_at = clock_timestamp()')
    for (let impatient = 0; impatient < 3; impatient += 1) {
      expect((await attempt()).headers['retry-after']).toBe('4')
    }
  })

  it('counts across processes and addresses', async () => {
    for (let failure = 0; failure < patience.account.freeFailures; failure += 1) {
      const from = `203.0.113.${failure}`
      expect((await attempt({ server: servers[failure % 2] ?? servers[0], from })).status).toBe(422)
    }
    for (const server of servers) expect((await attempt({ server, from: '203.0.113.99' })).status).toBe(429)
  })

  it.each([
    ['five', 'one address', 5, () => '203.0.113.1'],
    ['twenty', 'as many addresses', 20, (index: number) => `203.0.113.${index}`],
  ])('processes at most %s of many concurrent attempts from %s', async (_some, _where, heard, from) => {
    const attempts = Array.from({ length: 24 }, (_, index) =>
      attempt({ server: servers[index % 2] ?? servers[0], from: from(index) }),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter(status => status === 422)).toHaveLength(heard)
    expect(statuses.filter(status => status === 429)).toHaveLength(24 - heard)
  })

  it('does not apply to the right password from another address after a few wrong ones', async () => {
    for (let failure = 0; failure < 5; failure += 1) await attempt({ from: `203.0.113.${failure}` })
    expect((await attempt({ given: password, from: '198.51.100.1' })).status).toBe(303)
  })

  it('treats an account that does not exist in the same way', async () => {
    const email = 'nobody@northwind.example'
    for (let failure = 0; failure < 5; failure += 1) expect((await attempt({ email })).status).toBe(422)
    expect((await attempt({ email: email.toUpperCase() })).status).toBe(429)
  })

  it('starts for an address that tries many accounts, and does not affect other addresses', async () => {
    for (let failure = 0; failure < patience.address.freeFailures; failure += 1) {
      const email = `somebody-${failure}@northwind.example`
      expect((await attempt({ email, from: '2001:db8:1:2::7' })).status).toBe(422)
    }
    expect((await attempt({ given: password, from: '2001:db8:1:2:ffff::8' })).status).toBe(429)
    expect((await attempt({ given: password, from: '2001:db8:1:3::7' })).status).toBe(303)
  })

  it('is reset by a success for this address and account together, not for either alone', async () => {
    await fail(4)
    expect((await attempt({ given: password })).status).toBe(303)
    const { rows } = await database.query('select failures from sign_in_failure')
    expect(rows).toEqual([{ failures: 4 }, { failures: 4 }])
    await fail(5)
  })

  it('stores no e-mail and no address, and nothing for long', async () => {
    await attempt()
    await letPass(3 * 86_400)
    await attempt({ email: 'nobody@northwind.example', from: '192.0.2.2' })
    const { rows } = await database.query<{ subject: Buffer }>('select subject from sign_in_failure')
    expect(rows).toHaveLength(3)
    for (const { subject } of rows) expect(subject).toHaveLength(32)
  })
})

describe('a device that the advisor has signed in with before', () => {
  const signInWith = async (browser: FormBrowser, given: string, as = advisor) => {
    const page = await browser.open(authorizationPath(partner, { prompt: 'login' }))
    return (await browser.submit(page, 'sign-in', { email: as.email, password: given })).status
  }
  const known = async (from = '192.0.2.77', as = advisor): Promise<FormBrowser> => {
    const browser = new FormBrowser(servers[0], from)
    expect(await signInWith(browser, password, as)).toBe(303)
    return browser
  }
  /** Strangers try to lock the advisor out, from many addresses and from the same office. */
  const attack = async (): Promise<void> => {
    for (let failure = 0; failure < 25; failure += 1) await attempt({ from: `203.0.113.${failure}` })
    for (let failure = 0; failure < 6; failure += 1) await attempt({ from: '192.0.2.77' })
    await database.query('update sign_in_failure set failures = 500, last_failed_at = clock_timestamp()')
    expect((await attempt({ given: password, from: '198.51.100.1' })).status).toBe(429)
  }

  it('can sign in while strangers are throttled', async () => {
    const browser = await known()
    await attack()
    expect(await signInWith(browser, password)).toBe(303)
  })

  it('is throttled after as many failures as any other', async () => {
    const browser = await known()
    for (let failure = 0; failure < 5; failure += 1) expect(await signInWith(browser, 'wrong')).toBe(422)
    expect(await signInWith(browser, password)).toBe(429)
    // Another device of the advisor is not affected.
    expect(await signInWith(await known('192.0.2.78'), password)).toBe(303)
  })

  it('counts for this advisor only, no matter who else signs in with it', async () => {
    const other = await addPerson(database)
    const browser = await known('192.0.2.77', other)
    await attack()
    expect(await signInWith(browser, password)).toBe(429)
    await database.query('delete from sign_in_failure')
    expect(await signInWith(browser, password)).toBe(303)
    await attack()
    expect([await signInWith(browser, password), await signInWith(browser, password, other)]).toEqual([
      303, 303,
    ])
  })

  it('cannot be claimed with an invented cookie', async () => {
    await attack()
    const forged = `${'a'.repeat(22)}.${'b'.repeat(22)}`
    for (const value of [forged, 'x', `${forged}.`, '.'.repeat(200)]) {
      const browser = new FormBrowser(servers[0], '192.0.2.79')
      browser.setCookie('parley_device', value)
      expect(await signInWith(browser, password)).toBe(429)
    }
  })

  it('is not needed once an operator has unlocked the account', async () => {
    await attack()
    await database.query('delete from sign_in_failure where advisor_id is null')
    expect((await attempt({ given: password, from: '198.51.100.2' })).status).toBe(429)
    await unlockPerson(database, signingInAuthorOf(advisor, 'trace'))
    expect((await attempt({ given: password, from: '198.51.100.2' })).status).toBe(303)
  })
})

describe('the wait', () => {
  it('ends by itself and shrinks as failures expire', () => {
    expect(secondsToWait(4, 0, patience.pair)).toBe(0)
    expect(secondsToWait(5, 0, patience.pair)).toBe(1)
    expect(secondsToWait(8, 3.2, patience.pair)).toBe(5)
    expect(secondsToWait(8, 8, patience.pair)).toBe(0)
    expect(secondsToWait(10_000, 0, patience.pair)).toBe(900)
    expect(secondsToWait(10_000, 900, patience.pair)).toBe(0)
    // The database clock may be set back.
    expect(secondsToWait(5, -100, patience.pair)).toBe(1)
    expect(rememberedFailures(7, 2 * 3_600, patience.pair)).toBe(5)
    expect(rememberedFailures(3, 86_400, patience.pair)).toBe(0)
  })

  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [900, '15 minutes'],
  ])('of %i seconds is shown as %s', (seconds, words) => {
    expect(formatWait(seconds)).toBe(words)
  })
})

describe('the network in the log', () => {
  it.each([
    ['192.0.2.1', '192.0.2.0/24'],
    ['::ffff:192.0.2.1', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
    ['nonsense', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:2::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['1:2:3::', '1:2:3:0'],
  ])('%s counts as %s', (address, block) => {
    expect(addressBlock(address)).toBe(block)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import {
  addPartner,
  addPerson,
  authorizationPath,
  createSignInServer,
  FormBrowser,
  password,
  type SignInServer,
} from '../../../test/sign-in-server.ts'
import { addressBlock } from './address-block.ts'
import { inWords, patience, rememberedFailures, secondsToWait } from './slow-down.ts'

const { database, drop } = await createTestDatabase()
let servers: [SignInServer, SignInServer]
let partner: Awaited<ReturnType<typeof addPartner>>
let advisor: Awaited<ReturnType<typeof addPerson>>

beforeAll(async () => {
  const one = await createSignInServer({ database })
  servers = [one, await createSignInServer({ database, secretKey: one.secretKey })]
  partner = await addPartner(database)
  advisor = await addPerson(database)
})
afterAll(async () => {
  await Promise.all(servers.map(({ app }) => app.close()))
  await drop()
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

/** As if that long had gone by since the last attempt. */
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
  it('comes after five failures, says how long to wait, and obeying it lets the right password in', async () => {
    for (let failure = 0; failure < 5; failure += 1) expect((await attempt()).status).toBe(422)
    const refused = await attempt({ given: password })
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.body).toContain('Wait 1 second, then try again.')
    expect(refused.body).toContain(`value="${advisor.email}"`)
    await new Promise(resolve => setTimeout(resolve, 1_000))
    expect((await attempt({ given: password })).status).toBe(303)
  })

  it('asks for twice as long after each further failure, up to 15 minutes, and never for good', async () => {
    await fail(5)
    const waits: number[] = []
    for (let failure = 0; failure < 12; failure += 1) {
      await database.query('update sign_in_failure set last_failed_at = clock_timestamp()')
      const { status, headers } = await attempt({ given: password, from: `198.51.100.${failure}` })
      expect(status).toBe(429)
      const waitSeconds = Number(headers['retry-after'])
      waits.push(waitSeconds)
      await letPass(waitSeconds)
      expect((await attempt({ from: `198.51.100.${failure}` })).status).toBe(422)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
    await letPass(900)
    expect((await attempt({ given: password, from: '198.51.100.99' })).status).toBe(303)
  })

  it('does not count an attempt that was not heard', async () => {
    await fail(7)
    await database.query('update sign_in_failure set last_failed_at = clock_timestamp()')
    for (let impatient = 0; impatient < 3; impatient += 1) {
      expect((await attempt()).headers['retry-after']).toBe('4')
    }
  })

  it('counts across processes, and from wherever the account is tried', async () => {
    for (let failure = 0; failure < 5; failure += 1) {
      const from = `203.0.113.${failure}`
      expect((await attempt({ server: servers[failure % 2] ?? servers[0], from })).status).toBe(422)
    }
    for (const server of servers) expect((await attempt({ server, from: '203.0.113.9' })).status).toBe(429)
  })

  it('hears no more than five of many at once', async () => {
    const attempts = Array.from({ length: 24 }, (_, index) =>
      attempt({ server: servers[index % 2] ?? servers[0], from: `203.0.113.${index}` }),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter(status => status === 422)).toHaveLength(5)
    expect(statuses.filter(status => status === 429)).toHaveLength(19)
  })

  it('treats an account that does not exist in the same way', async () => {
    const email = 'nobody@northwind.example'
    for (let failure = 0; failure < 5; failure += 1) expect((await attempt({ email })).status).toBe(422)
    expect((await attempt({ email: email.toUpperCase() })).status).toBe(429)
  })

  it('comes for an address that tries many accounts, and leaves other addresses alone', async () => {
    for (let failure = 0; failure < patience.address.freeFailures; failure += 1) {
      const email = `somebody-${failure}@northwind.example`
      expect((await attempt({ email, from: '2001:db8:1:2::7' })).status).toBe(422)
    }
    expect((await attempt({ given: password, from: '2001:db8:1:2:ffff::8' })).status).toBe(429)
    expect((await attempt({ given: password, from: '2001:db8:1:3::7' })).status).toBe(303)
  })

  it('is forgotten by a success, for the account and not for the address', async () => {
    await fail(4)
    expect((await attempt({ given: password })).status).toBe(303)
    const { rows } = await database.query('select failures from sign_in_failure')
    expect(rows).toEqual([{ failures: 4 }])
    await fail(5)
  })

  it('keeps no e-mail and no address, and nothing for long', async () => {
    await attempt()
    await letPass(3 * 86_400)
    await attempt({ email: 'nobody@northwind.example', from: '192.0.2.2' })
    const { rows } = await database.query<{ subject: Buffer }>('select subject from sign_in_failure')
    expect(rows).toHaveLength(2)
    for (const { subject } of rows) expect(subject).toHaveLength(32)
  })
})

describe('the wait', () => {
  it('ends by itself and shrinks as failures are forgotten', () => {
    expect(secondsToWait(4, 0, patience.account)).toBe(0)
    expect(secondsToWait(5, 0, patience.account)).toBe(1)
    expect(secondsToWait(8, 3.2, patience.account)).toBe(5)
    expect(secondsToWait(8, 8, patience.account)).toBe(0)
    expect(secondsToWait(10_000, 0, patience.account)).toBe(900)
    expect(secondsToWait(10_000, 900, patience.account)).toBe(0)
    // The clock of the database may be set back.
    expect(secondsToWait(5, -100, patience.account)).toBe(1)
    expect(rememberedFailures(7, 2 * 3_600, patience.account)).toBe(5)
    expect(rememberedFailures(3, 86_400, patience.account)).toBe(0)
  })

  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [900, '15 minutes'],
  ])('of %i seconds is told as %s', (seconds, words) => {
    expect(inWords(seconds)).toBe(words)
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

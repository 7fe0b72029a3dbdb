// PARLEY_SECRET_KEY is replaced while everything runs: each step of the procedure, with processes before and after it side by side.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { runCommand } from '../../../test/processes/run-command.ts'
import { type AlternatingServers, startAlternating } from '../../../test/servers/alternating-servers.ts'
import { addHolders, begin, goOn, type Held, signInToApp } from '../../../test/servers/key-holders.ts'
import { addPerson, FormBrowser, tokenOf } from '../../../test/servers/sign-in-server.ts'
import { startReceiver, type WebhookReceiver } from '../../../test/servers/webhook-receiver.ts'
import { sealedStores } from '../../cli/commands/keys/secret.ts'
import { addCarrier } from '../../delivery/carriers/add-carrier.ts'
import { openCredentials } from '../../delivery/carriers/credentials.ts'
import { findCarrier } from '../../delivery/carriers/find-carrier.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'
import { runSealer } from '../../sealing/index.ts'
import { setFirmSignIn } from '../firm/sign-in/set-firm-sign-in.ts'
import { addFirm } from '../people/add-firm.ts'
import { signingInAuthorOf } from '../person/person-author.ts'
import { personById } from '../person/queries.ts'
import { addFactor } from '../second-factor/add-factor.ts'
import { createSetup } from '../second-factor/factor-setup.ts'
import { secondFactorOf } from '../second-factor/queries.ts'
import { openFactor } from '../second-factor/seal-factor.ts'
import { codeAt, stepAt } from '../second-factor/totp.ts'
import type { SecretKeys } from './secret-keys.ts'

const { database, owner, sealer, url } = await useTestDatabase()
const [a, b, c] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const
const ring = (secretKey: Buffer, ...formerSecretKeys: Buffer[]): SecretKeys => ({
  secretKey,
  formerSecretKeys,
})

let receiver: WebhookReceiver
let sealing: ReturnType<typeof runSealer>
beforeAll(async () => {
  receiver = await startReceiver()
  sealing = runSealer({ database: sealer, log: createLogger('silent') })
})
afterAll(async () => {
  await sealing.stop()
  await receiver.close()
})

const credentials = { systemId: 'us', password: 'secret' }
const addAcme = (secretKeys: SecretKeys) =>
  addCarrier(
    database,
    { environment: 'sandbox', secretKeys, operator: 'sam' },
    {
      name: 'acme',
      settings: { kind: 'smpp', host: 'smpp.example.com', port: 2775 },
      credentials,
      textsPerSecond: null,
      isDefault: false,
    },
  )
const addProvider = async (secretKeys: SecretKeys): Promise<unknown> => {
  const { id: firmId } = await addFirm(database, { name: 'Harbor' })
  const provider = {
    issuer: 'https://login.harbor.example',
    clientId: 'parley',
    clientSecret: 'secret',
    domains: [],
    isOnly: false,
  }
  return setFirmSignIn(database, { environment: 'sandbox', secretKeys }, { firmId, ...provider })
}
const acme = async (keys: SecretKeys): Promise<unknown> => {
  const { encryptedCredentials } = await findCarrier(database, 'acme')
  return openCredentials(encryptedCredentials ?? Buffer.alloc(0), 'acme', keys)
}

/** An authenticator app that somebody has set up. */
async function addFactorOf(keys: SecretKeys) {
  const person = await addPerson(database)
  const { setup, secret: confirmed } = createSetup(keys, person.id)
  const code = codeAt(confirmed, stepAt(Date.now()))
  const author = signingInAuthorOf(person, 'trace')
  const [stored] = await personById(database, [person.id])
  await addFactor(database, keys, author, {
    setup,
    code,
    by: { means: 'half sign-in', passwordHash: stored?.passwordHash ?? null },
  })
  return {
    secret: confirmed,
    open: async (held: SecretKeys): Promise<Buffer> => {
      const [row] = await secondFactorOf(database, [person.id])
      return openFactor(row?.encryptedSecret ?? Buffer.alloc(0), person.id, held)
    },
  }
}

async function secret(command: 'rotate' | 'check', keys: SecretKeys) {
  const { code, output } = await runCommand(
    ['secret', command, '--format', 'json', ...(command === 'rotate' ? ['--operator', 'sam'] : [])],
    {
      DATABASE_URL: url,
      PARLEY_SECRET_KEY: keys.secretKey.toString('base64'),
      PARLEY_FORMER_SECRET_KEYS: keys.formerSecretKeys.map(key => key.toString('base64')).join(','),
    },
  )
  return {
    code,
    report: JSON.parse(output) as {
      resealed: number
      needed: number
      counts: { current: number; former: number; unreadable: number }[]
    },
  }
}

async function withServers(
  rings: readonly SecretKeys[],
  work: (servers: AlternatingServers) => Promise<void>,
) {
  const servers = await startAlternating(database, rings)
  try {
    await work(servers)
  } finally {
    await servers.close()
  }
}

describe('replacing PARLEY_SECRET_KEY', () => {
  it('interrupts nobody at any step, and afterwards nothing needs the former key', async () => {
    const holders = await addHolders(database, receiver)
    let held: Held | undefined
    await withServers([ring(a)], async servers => {
      held = await begin(servers, holders)
    })
    if (!held) throw new Error('nothing was begun')
    const everything = held
    await addAcme(ring(a))
    await addProvider(ring(a))
    const factor = await addFactorOf(ring(a))
    const steps = [
      // The new key becomes known, then current.
      [ring(a), ring(a, b)],
      [ring(a, b), ring(b, a)],
      [ring(b, a)],
    ]
    for (const rings of steps) {
      await withServers(rings, servers => goOn(servers, holders, everything))
      for (const keys of rings) {
        expect(await acme(keys)).toEqual(credentials)
        expect(await factor.open(keys)).toEqual(factor.secret)
      }
    }

    expect(await secret('check', ring(b, a))).toMatchObject({ code: 1, report: { needed: 5 } })
    expect(await secret('rotate', ring(b, a))).toMatchObject({ code: 0, report: { resealed: 5 } })
    expect(await secret('rotate', ring(b, a))).toMatchObject({ code: 0, report: { resealed: 0 } })
    const { code, report } = await secret('check', ring(b, a))
    expect([code, report.needed]).toEqual([0, 0])
    expect(report.counts.map(({ current }) => current)).toEqual([1, 1, 1, 1, 1])
    await withServers([ring(b, a), ring(b)], servers => goOn(servers, holders, everything))
    await withServers([ring(b)], servers => goOn(servers, holders, everything))
    expect(await acme(ring(b))).toEqual(credentials)
    expect(await factor.open(ring(b))).toEqual(factor.secret)

    for (const keys of [ring(a), ring(c), ring(a, c)]) {
      await expect(startAlternating(database, [keys])).rejects.toThrow('PARLEY_SECRET_KEY cannot decrypt')
      await expect(acme(keys)).rejects.toThrow('PARLEY_SECRET_KEY cannot decrypt')
      expect((await secret('check', keys)).report.counts.map(({ unreadable }) => unreadable)).toEqual([
        1, 1, 1, 1, 1,
      ])
    }
  })

  it('is on record with the operator, and with no key', async () => {
    const { rows } = await owner.query<{ text: string }>(
      `select convert_from(head, 'UTF8') || convert_from(facts, 'UTF8') as text from journal where kind like 'secret_key.%' order by id`,
    )
    expect(rows).toHaveLength(7)
    for (const { text } of rows) {
      expect(text).toContain('sam')
      for (const key of [a, b]) expect(text).not.toContain(key.toString('base64').slice(0, 20))
    }
  })

  it('gives nobody who guesses passwords a fresh start', async () => {
    const { email, id } = await addPerson(database)
    await withServers([ring(b, c), ring(c, b)], async servers => {
      for (let attempt = 0; attempt < 4; attempt += 1) {
        // A page takes one request and its form the next, so one more makes the forms alternate, too.
        if (attempt % 2 === 1) await servers.app.inject({ url: '/healthz' })
        const browser = new FormBrowser(servers)
        const page = await browser.open('/app/sign-in')
        const fields = { token: tokenOf(page), email, password: 'wrong' }
        const { status } = await browser.send(
          'POST',
          '/app/sign-in',
          { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
          new URLSearchParams(fields).toString(),
        )
        expect(status).toBe(422)
      }
    })
    const { rows } = await database.query('select failures from sign_in_failure where advisor_id = $1', [id])
    expect(rows).toEqual(Array.from({ length: 4 }, () => ({ failures: 4 })))
  })

  it('is refused what another key has made, unless it is listed', async () => {
    const holders = await addHolders(database, receiver)
    await withServers([ring(b, c), ring(c, b)], async servers => {
      expect(await signInToApp(new FormBrowser(servers), holders)).toBe(303)
    })
    // The signing key can be read by both, but not what the other has signed.
    await withServers([ring(b), ring(c, a, b)], async servers => {
      const browser = new FormBrowser(servers)
      await servers.app.inject({ url: '/healthz' })
      expect(await signInToApp(browser, holders)).toBe(403)
    })
  })

  it('reaches every encrypted column', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' and column_name like 'encrypted%' order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(sealedStores.map(({ column }) => column).toSorted())
  })
})

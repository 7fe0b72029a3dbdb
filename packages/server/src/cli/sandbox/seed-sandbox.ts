import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seedContacts } from '../../addressbook/index.ts'
import type { Config } from '../../config.ts'
import { seedTextingPolicy } from '../../consent/index.ts'
import { seedContent } from '../../content/index.ts'
import { findAdvisor, mintSandboxToken, seedPeople } from '../../identity/index.ts'
import { createPool, type Database } from '../../platform/db/pool.ts'

/** Longer than a working day. */
const tokenLifetimeSeconds = 24 * 3_600

/** Everything needed for a first call, as stored in .parley/dev.json. */
export interface Sandbox {
  readonly baseUrl: string
  readonly authUrl: string
  readonly tokenUrl: string
  readonly application: {
    readonly clientId: string
    readonly clientSecret: string
    readonly redirectUri: string
    readonly apiKey: string
  }
  readonly advisors: readonly {
    readonly name: string
    readonly identifier: string
    readonly email: string
    readonly password: string
    readonly textingNumber: string
    readonly accessToken: string
  }[]
  readonly administrator: {
    readonly firm: string
    readonly name: string
    readonly email: string
    readonly password: string
  }
}

/** People, contacts, library and policies of a sandbox. Changes nothing that is there already. */
export async function seedDatabase(database: Database): ReturnType<typeof seedPeople> {
  const people = await seedPeople(database)
  const known = await Promise.all(people.advisors.map(({ identifier }) => findAdvisor(database, identifier)))
  await seedContacts(
    database,
    known.map(({ id }) => id),
  )
  const firmIds = [...new Set(known.map(({ firm }) => firm.id))]
  await seedContent(database, firmIds)
  await seedTextingPolicy(database, firmIds)
  return people
}

/** Seeds the sandbox's advisors, mints an access token for each, and writes .parley/dev.json. */
export async function seedSandbox(
  databaseUrl: string,
  config: Pick<Config, 'cell' | 'environment' | 'publicOrigin' | 'secretKey' | 'formerSecretKeys'>,
): Promise<Sandbox> {
  const database = createPool({
    url: databaseUrl,
    size: 2,
    applicationName: 'parley dev',
    connectTimeoutMs: 5_000,
  })
  try {
    const { application, advisors, administrator } = await seedDatabase(database)
    const { clientId, clientSecret, redirectUri, apiKey, scopes } = application
    const { publicOrigin } = config
    const sandbox: Sandbox = {
      baseUrl: `${publicOrigin}/v1`,
      authUrl: `${publicOrigin}/oauth/auth`,
      tokenUrl: `${publicOrigin}/oauth/token`,
      application: { clientId, clientSecret, redirectUri, apiKey },
      advisors: await Promise.all(
        advisors.map(async ({ name, identifier, email, password, textingNumber }) => ({
          name,
          identifier,
          email,
          password,
          textingNumber,
          accessToken: await mintSandboxToken({
            database,
            config,
            identifier,
            clientId,
            scopes,
            lifetimeSeconds: tokenLifetimeSeconds,
          }),
        })),
      ),
      administrator,
    }
    await mkdir('.parley', { recursive: true })
    await writeFile(join('.parley', 'dev.json'), `${JSON.stringify(sandbox, null, 2)}\n`, { mode: 0o600 })
    return sandbox
  } finally {
    await database.end()
  }
}

import { setPace } from '../../packages/server/src/delivery/operation/set-pace.ts'
import { addAdvisor, addTextingNumber, mintSandboxToken } from '../../packages/server/src/identity/index.ts'
import { startSession } from '../../packages/server/src/identity/sessions/start-session.ts'
import { createPool, type Database } from '../../packages/server/src/platform/db/pool.ts'
import type { Installation } from '../machine/installation.ts'
import type { Seeded } from './people.ts'

/** An advisor without load, for faults that would break the load. */
export interface Bystander {
  readonly id: number
  readonly number: string
  readonly headers: Readonly<Record<string, string>>
  /** Session of the advisor app. */
  readonly cookie: string
  isBusy: boolean
  /** Number of imported contacts. */
  contacts: number
}

export interface Bystanders {
  readonly all: readonly Bystander[]
  /** Texts that were sent for this advisor. */
  readonly texts: Set<string>
}

const count = 4
/** Slow enough that most texts are still queued when a fault happens. */
const textsPerSecond = 5

export async function seedBystanders(installation: Installation, seeded: Seeded): Promise<Bystanders> {
  const { appUrl } = installation
  const database = createPool({ url: appUrl, size: 2, applicationName: 'faults', connectTimeoutMs: 30_000 })
  try {
    const all: Bystander[] = []
    for (let index = 0; index < count; index += 1) all.push(await add(database, installation, seeded, index))
    return { all, texts: new Set() }
  } finally {
    await database.end()
  }
}

async function add(
  database: Database,
  { identity }: Installation,
  { firmId, clientId, apiKey, scopes }: Seeded,
  index: number,
): Promise<Bystander> {
  const identifier = `bystander-${index}`
  const { id } = await addAdvisor(database, {
    firmId,
    identifier,
    name: `Bystander ${index}`,
    email: `${identifier}@firm.test`,
    timeZone: 'America/New_York',
  })
  const number = `+1701${String(index).padStart(4, '0')}000`
  await addTextingNumber(database, { advisorId: id, number })
  await setPace(database, number, textsPerSecond)
  const token = await mintSandboxToken({
    database,
    config: identity,
    identifier,
    clientId,
    scopes,
    lifetimeSeconds: 24 * 3_600,
  })
  const session = await startSession(database, { personId: id })
  return {
    id,
    number,
    headers: { authorization: `Bearer ${token}`, 'x-api-key': apiKey },
    cookie: `parley_app=${session.token}`,
    isBusy: false,
    contacts: 0,
  }
}

import { changeTextingPolicy } from '../../packages/server/src/consent/policy/change-texting-policy.ts'
import {
  addAdvisor,
  addApplication,
  addFirm,
  addKey,
  addTextingNumber,
  listGrants,
  mintSandboxToken,
  revokeGrant,
} from '../../packages/server/src/identity/index.ts'
import { createPool, type Database } from '../../packages/server/src/platform/db/pool.ts'
import type { Installation } from '../machine/installation.ts'

export interface Advisor {
  readonly id: number
  readonly identifier: string
  readonly number: string
}

export type Headers = Readonly<Record<string, string>>

const scopes = ['openid', 'text.messaging.read', 'text.messaging.write']
const usagePlan = { ratePerSecond: 10_000, burst: 100_000, dailyQuota: null }

/** Advisors, and one application that acts for them. */
export class People {
  readonly texting: readonly Advisor[]
  /** Their grants are revoked in each round. */
  readonly leaving: readonly Advisor[]
  readonly #installation: Installation
  readonly #clientId: string
  #apiKey: string

  private constructor(
    installation: Installation,
    advisors: readonly Advisor[],
    clientId: string,
    apiKey: string,
  ) {
    this.#installation = installation
    this.texting = advisors.slice(leavingCount)
    this.leaving = advisors.slice(0, leavingCount)
    this.#clientId = clientId
    this.#apiKey = apiKey
  }

  static create(installation: Installation): Promise<People> {
    return withDatabase(installation, async database => {
      const { environment } = installation.identity
      const { application, key } = await addApplication(database, environment, {
        name: 'Restore',
        redirectUris: ['http://127.0.0.1:4000/callback'],
        scopes,
        grantTypes: [],
        usagePlan,
      })
      const { id: firmId } = await addFirm(database, { name: 'Open' })
      const changes = { isConsentRequired: false }
      await changeTextingPolicy(database, { firmId, decidedBy: 'faults', changes })
      const advisors: Advisor[] = []
      for (let index = 0; index < leavingCount + textingCount; index += 1) {
        const identifier = `advisor-${index}`
        const { id } = await addAdvisor(database, {
          firmId,
          identifier,
          name: `Advisor ${index}`,
          email: `${identifier}@firm.test`,
          timeZone: 'America/New_York',
        })
        const number = `+1700${String(index).padStart(4, '0')}000`
        await addTextingNumber(database, { advisorId: id, number })
        advisors.push({ id, identifier, number })
      }
      return new People(installation, advisors, application.clientId, key.apiKey)
    })
  }

  /** As a partner gets it after an advisor has agreed. */
  allow({ identifier }: Advisor): Promise<Headers> {
    return withDatabase(this.#installation, async database => {
      const token = await mintSandboxToken({
        database,
        config: this.#installation.identity,
        identifier,
        clientId: this.#clientId,
        scopes,
        lifetimeSeconds: 24 * 3_600,
      })
      return { authorization: `Bearer ${token}`, 'x-api-key': this.#apiKey }
    })
  }

  revoke({ id }: Advisor): Promise<void> {
    return withDatabase(this.#installation, async database => {
      const grants = await listGrants(database, id)
      for (const grant of grants.filter(({ revokedAt }) => revokedAt === null)) {
        await revokeGrant(database, grant.id)
      }
    })
  }

  /** After a recovery the operator gives the partner another key. */
  renewKey(): Promise<void> {
    return withDatabase(this.#installation, async database => {
      const { environment } = this.#installation.identity
      const { apiKey } = await addKey(database, environment, { clientId: this.#clientId, usagePlan })
      this.#apiKey = apiKey
    })
  }

  get apiKey(): string {
    return this.#apiKey
  }
}

const leavingCount = 4
const textingCount = 6

/** A short-lived pool: the database behind the address changes. */
export async function withDatabase<Result>(
  { appUrl }: Installation,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = createPool({ url: appUrl, size: 2, applicationName: 'faults', connectTimeoutMs: 30_000 })
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

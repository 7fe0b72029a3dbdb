import { changeTextingPolicy } from '../../packages/server/src/consent/policy/change-texting-policy.ts'
import {
  addAdvisor,
  addApplication,
  addFirm,
  addTextingNumber,
  mintSandboxToken,
} from '../../packages/server/src/identity/index.ts'
import { createPool } from '../../packages/server/src/platform/db/pool.ts'
import type { Installation } from '../machine/installation.ts'

export interface Advisor {
  readonly index: number
  readonly id: number
  readonly number: string
  /** Token and key of the application that acts for the advisor. */
  readonly headers: Readonly<Record<string, string>>
  /** Texts go only to those who have accepted. */
  readonly needsConsent: boolean
}

/** Credentials to act for an advisor. */
export interface Seeded {
  readonly firmId: number
  readonly clientId: string
  readonly apiKey: string
  readonly scopes: readonly string[]
}

const openAdvisors = 80
const strictAdvisors = 20
const consentRequestText =
  '{advisor} of {firm} would like to text you. Reply YES to agree. Message frequency varies. Message and data rates may apply. Reply HELP for help or STOP to opt out.'

/** Creates two firms, one of which requires consent, their advisors, and an application that acts for all of them. */
export async function seedPeople({
  appUrl,
  identity,
}: Installation): Promise<{ readonly advisors: Advisor[]; readonly seeded: Seeded }> {
  const database = createPool({ url: appUrl, size: 4, applicationName: 'faults', connectTimeoutMs: 30_000 })
  try {
    const scopes = ['openid', 'text.messaging.read', 'text.messaging.write']
    const { application, key } = await addApplication(database, identity.environment, {
      name: 'Faults',
      redirectUris: ['http://127.0.0.1:4000/callback'],
      scopes,
      grantTypes: [],
      usagePlan: { ratePerSecond: 10_000, burst: 100_000, dailyQuota: null },
    })
    const firmIds = await Promise.all(
      [false, true].map(async isConsentRequired => {
        const { id } = await addFirm(database, { name: isConsentRequired ? 'Strict' : 'Open' })
        const changes = { isConsentRequired, consentRequestText }
        await changeTextingPolicy(database, { firmId: id, decidedBy: 'faults', changes })
        return id
      }),
    )
    const add = async (index: number): Promise<Advisor> => {
      const needsConsent = index >= openAdvisors
      const identifier = `advisor-${index}`
      const { id } = await addAdvisor(database, {
        firmId: firmIds[needsConsent ? 1 : 0] ?? 0,
        identifier,
        name: `Advisor ${index}`,
        email: `${identifier}@firm.test`,
        timeZone: 'America/New_York',
      })
      const number = `+1700${String(index).padStart(4, '0')}000`
      await addTextingNumber(database, { advisorId: id, number })
      const token = await mintSandboxToken({
        database,
        config: identity,
        identifier,
        clientId: application.clientId,
        scopes,
        lifetimeSeconds: 24 * 3_600,
      })
      const headers = { authorization: `Bearer ${token}`, 'x-api-key': key.apiKey }
      return { index, id, number, headers, needsConsent }
    }
    const advisors: Advisor[] = []
    const indexes = Array.from({ length: openAdvisors + strictAdvisors }, (_, index) => index)
    while (indexes.length > 0) advisors.push(...(await Promise.all(indexes.splice(0, 4).map(add))))
    const seeded = {
      firmId: firmIds[0] ?? 0,
      clientId: application.clientId,
      apiKey: key.apiKey,
      scopes,
    }
    return { advisors, seeded }
  } finally {
    await database.end()
  }
}

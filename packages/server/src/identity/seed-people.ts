import { createHash } from 'node:crypto'
import { applicationScopes, scopes } from '@parley/contract'
import { inTransaction } from '../platform/db/in-transaction.ts'
import type { Database } from '../platform/db/pool.ts'
import { firstRow } from '../platform/db/rows.ts'
import {
  applicationByClientId,
  insertApiKey,
  insertApplication,
  insertClientSecret,
} from './applications/queries.ts'
import { defaultUsagePlans } from './applications/usage-plans.ts'
import { addAdvisor } from './people/add-advisor.ts'
import { addFirm } from './people/add-firm.ts'
import { addTextingNumber } from './people/numbers/add-texting-number.ts'
import { hashSecret } from './secrets.ts'
import { addPerson } from './staff/add-person.ts'

interface SeededAdvisor {
  readonly firm: string
  readonly identifier: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly timeZone: string
  readonly textingNumber: string
}

/** Two firms, to show that the decisions of one do not affect the other. */
const seededAdvisors: readonly SeededAdvisor[] = [
  {
    firm: 'Harbor Wealth Partners',
    identifier: 'avery',
    name: 'Avery Collins',
    email: 'avery@harbor.test',
    password: 'avery-in-the-sandbox',
    timeZone: 'America/New_York',
    textingNumber: '+12025550101',
  },
  {
    firm: 'Cedar & Finch Advisory',
    identifier: 'blake',
    name: 'Blake Ramirez',
    email: 'blake@cedarfinch.test',
    password: 'blake-in-the-sandbox',
    timeZone: 'America/Chicago',
    textingNumber: '+13125550102',
  },
  {
    firm: 'Cedar & Finch Advisory',
    identifier: 'casey',
    name: 'Casey Nguyen',
    email: 'casey@cedarfinch.test',
    password: 'casey-in-the-sandbox',
    timeZone: 'America/Los_Angeles',
    textingNumber: '+14155550103',
  },
]

/** For the console of the firm with two advisors. */
const seededAdministrator = {
  firm: 'Cedar & Finch Advisory',
  name: 'Morgan Reyes',
  email: 'morgan@cedarfinch.test',
  password: 'morgan-in-the-sandbox',
} as const

const fixed = (prefix: string, name: string): string =>
  prefix + createHash('sha256').update(`parley sandbox ${name}`).digest('base64url')

/** The same on every machine, so that saved credentials still work after a fresh start. Never for production. */
const seededApplication = {
  name: 'Partner demo',
  clientId: 'app_partner_demo',
  clientSecret: fixed('parley_secret_sandbox_', 'client secret'),
  apiKey: fixed('parley_key_sandbox_', 'api key'),
  redirectUri: 'http://127.0.0.1:4000/callback',
  scopes: Object.keys(scopes),
} as const

export interface SeededPeople {
  readonly application: typeof seededApplication
  readonly advisors: readonly SeededAdvisor[]
  readonly administrator: typeof seededAdministrator
}

/** Two firms, three advisors, an administrator and an application for experiments. Does nothing if they exist. */
export async function seedPeople(database: Database): Promise<SeededPeople> {
  const [known] = await applicationByClientId(database, [seededApplication.clientId])
  if (!known) {
    await addPeople(database)
    await addDemoApplication(database) // last: it marks the seed as complete
  }
  return {
    application: seededApplication,
    advisors: seededAdvisors,
    administrator: seededAdministrator,
  }
}

async function addPeople(database: Database): Promise<void> {
  const firmIds = new Map<string, number>()
  for (const { firm, identifier, name, email, password, timeZone, textingNumber } of seededAdvisors) {
    const firmId = firmIds.get(firm) ?? (await addFirm(database, { name: firm })).id
    firmIds.set(firm, firmId)
    const advisor = await addAdvisor(database, { firmId, identifier, name, email, timeZone, password })
    await addTextingNumber(database, { advisorId: advisor.id, number: textingNumber })
  }
  const { firm, ...administrator } = seededAdministrator
  const firmId = firmIds.get(firm) ?? 0
  await addPerson(database, { firmId, ...administrator, roles: ['administrator'] })
}

async function addDemoApplication(database: Database): Promise<void> {
  const { name, clientId, clientSecret, apiKey, redirectUri, scopes: granted } = seededApplication
  const { ratePerSecond, burst, dailyQuota } = defaultUsagePlans.sandbox
  const grantTypes = ['authorization_code', 'refresh_token', 'client_credentials']
  const provisioned = [...granted, ...Object.keys(applicationScopes)]
  await inTransaction(database, async tx => {
    const application = firstRow(
      await insertApplication(tx, [clientId, name, [redirectUri], provisioned, grantTypes]),
      'the new application',
    )
    await insertClientSecret(tx, [application.id, hashSecret(clientSecret)])
    const hint = apiKey.slice(-4)
    await insertApiKey(tx, [application.id, hashSecret(apiKey), hint, ratePerSecond, burst, dailyQuota])
  })
}

// Firms, advisors, applications and what they may do, as rows: for tests of what rests on them.
import { randomBytes } from 'node:crypto'
import { scopes } from '@parley/contract'
import type { Database } from '../src/db/pool.ts'
import { issueSecret } from '../src/identity/secrets.ts'

const random = (): string => randomBytes(16).toString('base64url')

async function insertRow<Row extends object>(
  database: Database,
  text: string,
  values: unknown[],
): Promise<Row> {
  const { rows } = await database.query<Row>(text, values)
  const [row] = rows
  if (!row) throw new Error('nothing was inserted')
  return row
}

export interface TestAdvisor {
  readonly id: number
  readonly firmId: number
  readonly identifier: string
}

/** An active advisor, of a firm of their own. */
export async function createAdvisor(database: Database): Promise<TestAdvisor> {
  const identifier = `advisor-${randomBytes(6).toString('hex')}`
  const firm = await insertRow<{ id: number }>(
    database,
    `insert into firm (name) values ('A firm') returning id`,
    [],
  )
  const advisor = await insertRow<{ id: number }>(
    database,
    `insert into advisor (firm_id, identifier, name, email, time_zone)
     values ($1, $2, 'An advisor', $3, 'America/New_York') returning id`,
    [firm.id, identifier, `${identifier}@example.com`],
  )
  return { id: advisor.id, firmId: firm.id, identifier }
}

export interface TestApplication {
  readonly id: number
  readonly clientId: string
}

/** An active application that may ask for all scopes. */
export async function createApplication(
  database: Database,
  allowed: readonly string[] = Object.keys(scopes),
): Promise<TestApplication> {
  const clientId = `app_${random()}`
  const { id } = await insertRow<{ id: number }>(
    database,
    `insert into application (client_id, name, redirect_uris, scopes, grant_types)
     values ($1, 'An application', '{https://application.example/callback}', $2,
       '{authorization_code,refresh_token,client_credentials}') returning id`,
    [clientId, allowed],
  )
  return { id, clientId }
}

interface TestPlan {
  readonly ratePerSecond?: number
  readonly burst?: number
  readonly dailyQuota?: number | null
}

/** A key of the application, with a plan that a test does not use up by accident. */
export async function createApiKey(
  database: Database,
  applicationId: number,
  { ratePerSecond = 1_000, burst = 100_000, dailyQuota = null }: TestPlan = {},
): Promise<{ readonly id: number; readonly apiKey: string }> {
  const { secret, hash, hint } = issueSecret('apiKey', 'sandbox')
  const { id } = await insertRow<{ id: number }>(
    database,
    `insert into api_key (application_id, hash, hint, rate_per_second, burst, daily_quota)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [applicationId, hash, hint, ratePerSecond, burst, dailyQuota],
  )
  return { id, apiKey: secret }
}

/** Records that the advisor has allowed the application everything, and answers the id of the grant. */
export async function grantAccess(
  database: Database,
  advisorId: number,
  applicationId: number,
): Promise<string> {
  const grantId = random()
  await database.query(
    `insert into authorization_grant (advisor_id, application_id, grant_id, scopes) values ($1, $2, $3, $4)`,
    [advisorId, applicationId, grantId, Object.keys(scopes)],
  )
  return grantId
}

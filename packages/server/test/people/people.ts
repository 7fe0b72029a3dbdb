// Inserts firms, advisors, applications and their permissions, for tests.
import { randomBytes } from 'node:crypto'
import { scopes } from '@parley/contract'
import { issueSecret } from '../../src/identity/secrets.ts'
import type { Database } from '../../src/platform/db/pool.ts'

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

/** An active advisor in a new firm. */
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

/** A key of the application, with a plan too large to be used up by accident. */
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

interface TestGrant {
  readonly scopes?: readonly string[]
  readonly lifetimeDays?: number
}

/** Records that the advisor has allowed the application everything or the given scopes. Returns the grant id. */
export async function grantAccess(
  database: Database,
  advisorId: number,
  applicationId: number,
  { scopes: allowed = Object.keys(scopes), lifetimeDays = 365 }: TestGrant = {},
): Promise<string> {
  const grantId = `grant_${random()}`
  await database.query(
    `insert into authorization_grant (advisor_id, application_id, grant_id, scopes, granted_at, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(days => $5 - 365), now() + make_interval(days => $5))`,
    [advisorId, applicationId, grantId, allowed, lifetimeDays],
  )
  return grantId
}

/** Records that a firm allows an application these scopes for all its advisors. */
export const authorizeForFirm = (
  database: Database,
  firmId: number,
  applicationId: number,
  allowed: readonly string[] = ['text.messaging.read', 'text.messaging.write'],
): Promise<unknown> =>
  database.query('insert into firm_authorization (firm_id, application_id, scopes) values ($1, $2, $3)', [
    firmId,
    applicationId,
    allowed,
  ])

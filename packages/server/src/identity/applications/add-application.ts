import { randomBytes } from 'node:crypto'
import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Environment } from '../../platform/db/migrate.ts'
import type { Database } from '../../platform/db/pool.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { nameMistake } from '../people/rules.ts'
import { issueSecret } from '../secrets.ts'
import { findApplication } from './find-application.ts'
import { type IssuedKey, issueKey } from './issue-key.ts'
import { insertApplication, insertClientSecret } from './queries.ts'
import { type Application, applicationOf, type UsagePlan } from './records.ts'
import {
  grantTypesMistake,
  impliedGrantTypes,
  redirectUrisMistake,
  scopesMistake,
  usagePlanMistake,
} from './rules.ts'
import { defaultUsagePlans } from './usage-plans.ts'

interface NewApplication {
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly scopes: readonly string[]
  /** Empty: derived from redirect URIs and scopes. */
  readonly grantTypes: readonly string[]
  /** Missing values use the defaults of the environment. */
  readonly usagePlan?: Partial<UsagePlan>
}

interface RegisteredApplication {
  readonly application: Application
  /** Shown once and not stored. */
  readonly clientSecret: string
  readonly key: IssuedKey
}

/** Registers an application, with a first client secret and a first API key. */
export async function addApplication(
  database: Database,
  environment: Environment,
  added: NewApplication,
  by: journal.Actor = journal.setup,
): Promise<RegisteredApplication> {
  const { name } = added
  const redirectUris = [...new Set(added.redirectUris)]
  const scopes = [...new Set(added.scopes)]
  const grantTypes = impliedGrantTypes({ redirectUris, scopes, grantTypes: added.grantTypes })
  const usagePlan = { ...defaultUsagePlans[environment], ...added.usagePlan }
  refuseMistakes({
    name: nameMistake(name),
    redirectUris: redirectUrisMistake(redirectUris, environment),
    scopes: scopesMistake(scopes),
    grantTypes: grantTypesMistake({ redirectUris, scopes, grantTypes }),
    usagePlan: usagePlanMistake(usagePlan),
  })
  const clientId = `app_${randomBytes(16).toString('base64url')}`
  const { secret: clientSecret, hash } = issueSecret('clientSecret', environment)
  return inTransaction(database, async tx => {
    await insertApplication(tx, [clientId, name, redirectUris, scopes, grantTypes])
    const application = await findApplication(tx, clientId)
    await insertClientSecret(tx, [application.id, hash])
    const key = await issueKey(tx, environment, { applicationId: application.id, usagePlan })
    await journal.recordAct(tx, {
      owner: { installation: true },
      actor: by,
      kind: 'application.added',
      subject: { kind: 'application', id: application.id },
      facts: { clientId, name, redirectUris, scopes, grantTypes, apiKeyId: key.id, usagePlan },
    })
    return { application: applicationOf(application), clientSecret, key }
  })
}

import { inTransaction } from '../../db/in-transaction.ts'
import type { Environment } from '../../db/migrate.ts'
import type { Database } from '../../db/pool.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { nameMistake } from '../people/rules.ts'
import { findApplication } from './find-application.ts'
import { lockApplication, updateApplication } from './queries.ts'
import { type Application, applicationOf } from './records.ts'
import { grantTypesMistake, redirectUrisMistake } from './rules.ts'

/** Scopes and grant types stay: advisors have allowed these, and tokens carry them. */
interface ApplicationChanges {
  readonly name?: string | undefined
  readonly redirectUris?: readonly string[] | undefined
  readonly active?: boolean | undefined
}

export async function changeApplication(
  database: Database,
  environment: Environment,
  clientId: string,
  { name, redirectUris, active }: ApplicationChanges,
): Promise<Application> {
  return inTransaction(database, async tx => {
    const { id, scopes, grant_types: grantTypes } = await findApplication(tx, clientId, lockApplication)
    const uris = redirectUris && [...new Set(redirectUris)]
    refuseMistakes({
      name: name === undefined ? undefined : nameMistake(name),
      redirectUris:
        uris &&
        (redirectUrisMistake(uris, environment) ??
          grantTypesMistake({ redirectUris: uris, scopes, grantTypes })),
    })
    await updateApplication(tx, [id, name, uris, active])
    return applicationOf(await findApplication(tx, clientId))
  })
}

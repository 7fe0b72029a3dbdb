import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Environment } from '../../platform/db/migrate.ts'
import type { Database } from '../../platform/db/pool.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { nameMistake } from '../people/rules.ts'
import { findApplication } from './find-application.ts'
import { type ApplicationRow, lockApplication, updateApplication } from './queries.ts'
import { type Application, applicationOf } from './records.ts'
import { grantTypesMistake, redirectUrisMistake } from './rules.ts'

/** Scopes and grant types cannot change: advisors have allowed them, and tokens contain them. */
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
  by: journal.Actor = journal.setup,
): Promise<Application> {
  return inTransaction(database, async tx => {
    const before = await findApplication(tx, clientId, lockApplication)
    const { id, scopes, grantTypes } = before
    const uris = redirectUris && [...new Set(redirectUris)]
    refuseMistakes({
      name: name === undefined ? undefined : nameMistake(name),
      redirectUris:
        uris &&
        (redirectUrisMistake(uris, environment) ??
          grantTypesMistake({ redirectUris: uris, scopes, grantTypes })),
    })
    await updateApplication(tx, [id, name, uris, active])
    const after = await findApplication(tx, clientId)
    await journal.recordAct(tx, {
      owner: { installation: true },
      actor: by,
      kind: 'application.changed',
      subject: { kind: 'application', id },
      facts: { clientId, before: shownOf(before), after: shownOf(after) },
    })
    return applicationOf(after)
  })
}

const shownOf = ({ name, redirectUris, active }: ApplicationRow) => ({
  name,
  redirectUris,
  isActive: active,
})

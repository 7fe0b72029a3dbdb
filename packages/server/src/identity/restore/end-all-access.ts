import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Environment } from '../../platform/db/migrate.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { lockSigningKeys } from '../authorization/queries.ts'
import { createSigningKey } from '../authorization/signing-keys/create-signing-key.ts'
import { keyVerifiesSeconds } from '../lifetimes.ts'
import type { SecretKeys } from '../secret-key/secret-keys.ts'
import {
  deleteAppSessions,
  deleteArtifacts,
  deleteLinks,
  deleteRecoveryCodes,
  disownSigningKeys,
  endDirectoryTokens,
  endFirmAuthorizations,
  endGrants,
  endKeys,
  endSecrets,
  signOutAdvisors,
} from './queries.ts'

interface EndAccess {
  readonly environment: Environment
  readonly secretKeys: SecretKeys
  /** The operator knows that no grant and no firm's authorization was revoked since. */
  readonly keepsGrants: boolean
  /** The operator knows that no API key, no client secret and no token of a directory was revoked since. */
  readonly keepsCredentials: boolean
  readonly by: journal.Actor
}

interface EndedAccess {
  readonly signingKeys: number
  readonly tokens: number
  readonly sessions: number
  readonly links: number
  readonly grants: number
  readonly firmAuthorizations: number
  readonly apiKeys: number
  readonly clientSecrets: number
  readonly directoryTokens: number
}

const batchGrants = 500

/**
 * Ends everything that lets somebody in and that somebody may have revoked without this database knowing. Access tokens are signed,
 * not stored, so the keys that signed them are disowned.
 */
export async function endAllAccess(database: Database, access: EndAccess): Promise<EndedAccess> {
  const grants = access.keepsGrants ? 0 : await endAllGrants(database, access.by)
  return inTransaction(
    database,
    async tx => {
      const signingKeys = await replaceSigningKeys(tx, access)
      const tokens = await deleteArtifacts(tx, [access.keepsGrants])
      const sessions = await deleteAppSessions(tx, [])
      await signOutAdvisors(tx, [])
      await deleteRecoveryCodes(tx, [])
      const { links } = firstRow(await deleteLinks(tx, []), 'the links')
      return {
        signingKeys,
        tokens: tokens.length,
        sessions: sessions.length,
        links,
        grants,
        firmAuthorizations: access.keepsGrants ? 0 : await endAllFirmAuthorizations(tx, access.by),
        ...(access.keepsCredentials
          ? { apiKeys: 0, clientSecrets: 0, directoryTokens: 0 }
          : {
              apiKeys: await endAllKeys(tx, access.by),
              clientSecrets: (await endSecrets(tx, [])).length,
              directoryTokens: await endAllDirectoryTokens(tx, access.by),
            }),
      }
    },
    { commitDeadlineMs: 60_000 },
  )
}

async function replaceSigningKeys(tx: Tx, { environment, secretKeys, by }: EndAccess): Promise<number> {
  await lockSigningKeys(tx, [])
  const disowned = await disownSigningKeys(tx, [keyVerifiesSeconds(environment)])
  const kid = await createSigningKey(tx, secretKeys)
  await journal.recordAct(tx, {
    owner: { installation: true },
    actor: by,
    kind: 'signing_key.rotated',
    subject: { kind: 'signing key', id: 0 },
    facts: { kid, retired: disowned.map(key => key.kid), afterSeconds: 0, disowned: true },
  })
  return disowned.length
}

/** In many transactions: each grant also changes which waiting texts may be sent. */
async function endAllGrants(database: Database, actor: journal.Actor): Promise<number> {
  let total = 0
  for (;;) {
    const ended = await inTransaction(database, async tx => {
      const rows = await endGrants(tx, [batchGrants])
      await journal.append(
        tx,
        rows.map(({ advisorId, applicationId, application, grantId, scopes, now }) =>
          journal.entryBy({ advisorId, actor, traceId: null }, now, {
            kind: 'grant.revoked',
            subject: { kind: 'application', id: applicationId },
            facts: { application, grants: [{ grantId, scopes }], reason: 'restored' },
          }),
        ),
      )
      return rows.length
    })
    total += ended
    if (ended < batchGrants) return total
  }
}

async function endAllFirmAuthorizations(tx: Tx, actor: journal.Actor): Promise<number> {
  const ended = await endFirmAuthorizations(tx, [])
  for (const { firmId, applicationId, application, clientId } of ended) {
    await journal.recordAct(tx, {
      owner: { firmId },
      actor,
      kind: 'authorization.revoked',
      subject: { kind: 'application', id: applicationId },
      facts: { clientId, application, reason: 'restored' },
    })
  }
  return ended.length
}

async function endAllKeys(tx: Tx, actor: journal.Actor): Promise<number> {
  const ended = await endKeys(tx, [])
  for (const { keyId, clientId, hint } of ended) {
    await journal.recordAct(tx, {
      owner: { installation: true },
      actor,
      kind: 'api_key.revoked',
      subject: { kind: 'api key', id: keyId },
      facts: { clientId, hint, reason: 'restored' },
    })
  }
  return ended.length
}

async function endAllDirectoryTokens(tx: Tx, actor: journal.Actor): Promise<number> {
  const ended = await endDirectoryTokens(tx, [])
  for (const { firmId, tokens } of ended) {
    await journal.recordAct(tx, {
      owner: { firmId },
      actor,
      kind: 'directory.revoked',
      subject: { kind: 'firm', id: firmId },
      facts: { tokens, reason: 'restored' },
    })
  }
  return ended.reduce((sum, { tokens }) => sum + tokens, 0)
}

import { createHash } from 'node:crypto'
import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Database, Tx } from '../../db/pool.ts'
import { lifetimes } from './lifetimes.ts'
import { paths } from './paths.ts'
import {
  type ArtifactRow,
  artifactById,
  artifactByUid,
  consumeArtifact,
  consumeRefreshToken,
  deleteArtifact,
  grantArtifact,
  insertArtifactOnce,
  recordGrant,
  upsertArtifact,
  upsertSession,
} from './queries.ts'
import { revokeGrant } from './revoke-grant.ts'
import type { Ask } from './store.ts'

interface Parts {
  readonly database: Database
  readonly ask: Ask
  readonly issuer: string
}

/**
 * Keeps codes, refresh tokens, grants, sessions and interactions in PostgreSQL. Their ids are what a holder presents,
 * so only hashes of them are stored: whoever reads the table can use nothing in it.
 */
export function createArtifactAdapter(model: string, { database, ask, issuer }: Parts): Adapter {
  const write = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    ask(() => inTransaction(database, work))
  return {
    upsert: (id, payload, lifetimeSeconds) => {
      const stored = toStored(payload)
      return write(async tx => {
        switch (model) {
          case 'Session':
            await upsertSession(tx, [hashId(id), stored, payload.uid ?? '', lifetimeSeconds])
            return
          case 'RefreshToken':
            await consumePredecessor(tx)
            await insertArtifactOnce(tx, [model, hashId(id), stored, payload.grantId, lifetimeSeconds])
            return
          case 'Grant':
            await upsertArtifact(tx, [model, hashId(id), stored, id, lifetimeSeconds])
            await record(tx, id, payload)
            return
          case 'AuthorizationCode':
            await upsertArtifact(tx, [model, hashId(id), stored, payload.grantId, lifetimeSeconds])
            return
          default:
            await upsertArtifact(tx, [model, hashId(id), stored, undefined, lifetimeSeconds])
        }
      })
    },

    find: id =>
      ask(async () => {
        const [row] = await (model === 'Grant'
          ? grantArtifact(database, [hashId(id), id])
          : artifactById(database, [model, hashId(id)]))
        return row && fromStored(model, id, row, issuer)
      }),

    // The id is not known here, and nobody asks a session that was found so for it.
    findByUid: uid =>
      ask(async () => {
        const [row] = await artifactByUid(database, [model, uid])
        return row?.payload
      }),

    findByUserCode: () => Promise.resolve(undefined),

    consume: async id => {
      // Together with the insertion of its successor, see there: one commit for both.
      if (model === 'RefreshToken') return
      const consumed = await write(tx => consumeArtifact(tx, [model, hashId(id)]))
      // Of several at the same time, one is first.
      if (consumed.length === 0) throw new errors.InvalidGrant({ detail: 'used at the same time' })
    },

    destroy: async id => {
      // It only changes its id, and the insertion that follows does that in one step. In between, the pages of another
      // window would find no session.
      if (model === 'Session' && changingId() === id) return
      await write(tx => deleteArtifact(tx, [model, hashId(id)]))
    },

    // Asked of every model in turn; all that hangs on the grant goes at once, with the first.
    revokeByGrantId: async grantId => {
      if (model === 'AccessToken') await ask(() => revokeGrant(database, grantId))
    },
  }
}

const hashId = (id: string): string => createHash('sha256').update(id).digest('base64url')

/** The id that the session of this request is about to lose. The library's types leave it out. */
const changingId = (): string | undefined =>
  (Provider.ctx?.oidc?.session as { oldId?: string } | undefined)?.oldId

async function consumePredecessor(tx: Tx): Promise<void> {
  const predecessor = Provider.ctx?.oidc.entities.RotatedRefreshToken
  if (!predecessor) return
  const consumed = await consumeRefreshToken(tx, [hashId(predecessor.jti), lifetimes.refreshGrace])
  if (consumed.length === 0) throw new errors.InvalidGrant({ detail: 'revoked or reused meanwhile' })
}

async function record(tx: Tx, grantId: string, payload: AdapterPayload): Promise<void> {
  const { accountId = '', clientId = '' } = payload
  const { openid } = payload as { openid?: { scope?: string } }
  const scopes = openid?.scope?.split(' ') ?? []
  const [recorded] = await recordGrant(tx, [accountId, clientId, grantId, scopes])
  if (!recorded) throw new Error('The grant is of an advisor or an application that does not exist')
}

/** Without whatever repeats an id in clear: its own, that of the session, and the address that ends with it. */
function toStored({ jti: _id, returnTo: _address, session, ...rest }: AdapterPayload): string {
  const { cookie: _cookie, ...kept } = session ?? {}
  const stored = JSON.stringify({ ...rest, ...(session && { session: kept }) })
  // PostgreSQL cannot keep it, and it can only come from a parameter of the request.
  if (stored.includes('\\u0000')) throw new errors.InvalidRequest('a parameter holds a NUL character')
  return stored
}

function fromStored(
  model: string,
  id: string,
  { payload, consumed_for_seconds }: ArtifactRow,
  issuer: string,
): AdapterPayload {
  return {
    ...payload,
    jti: id,
    ...(model === 'Interaction' && { returnTo: `${issuer}${paths.authorization}/${id}` }),
    ...(isUsedUp(model, consumed_for_seconds) && { consumed: true }),
  }
}

/** A code is used up at once. A refresh token may be presented again for a moment and gives the same successor. */
function isUsedUp(model: string, consumedForSeconds: number | null): boolean {
  if (consumedForSeconds === null) return false
  return model !== 'RefreshToken' || consumedForSeconds >= lifetimes.refreshGrace
}

import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../../platform/db/pool.ts'
import { revokeGrant } from '../../applications/revoke-grant.ts'
import { hashArtifactId } from '../../hash-artifact-id.ts'
import { lifetimes } from '../../lifetimes.ts'
import { paths } from '../paths.ts'
import {
  type ArtifactRow,
  artifactById,
  artifactByUid,
  consumeArtifact,
  consumeRefreshToken,
  deleteArtifact,
  grantArtifact,
  insertArtifactOnce,
  sessionArtifact,
  sessionByUid,
  upsertArtifact,
  upsertSession,
} from '../queries.ts'
import { recordAllowed } from '../record-allowed.ts'
import type { RefreshTokens } from './create-refresh-tokens.ts'
import type { Ask } from './store.ts'

interface Parts {
  readonly database: Database
  readonly ask: Ask
  readonly issuer: string
  readonly refreshTokens: RefreshTokens
}

/**
 * Stores codes, refresh tokens, grants, sessions and interactions in PostgreSQL. Holders present their ids, so only hashes are
 * stored: nothing in the table can be used by a reader.
 */
export function createArtifactAdapter(
  model: string,
  { database, ask, issuer, refreshTokens }: Parts,
): Adapter {
  const write = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    ask(() => inTransaction(database, work))
  const findRow = (id: string): Promise<ArtifactRow[]> => {
    switch (model) {
      case 'Grant':
        return grantArtifact(database, [hashArtifactId(id), id])
      case 'Session':
        return sessionArtifact(database, [hashArtifactId(id)])
      default:
        return artifactById(database, [model, hashArtifactId(id)])
    }
  }
  /** A process with another current key may have created the successor already. */
  const keepSuccessor = async (id: string): Promise<void> => {
    const [, ...former] = refreshTokens.successorsOf(id)
    for (const successor of former) {
      const [row] = await ask(() => artifactById(database, [model, hashArtifactId(successor)]))
      if (row) refreshTokens.keep(successor)
    }
  }
  return {
    upsert: (id, payload, lifetimeSeconds) => {
      const stored = toStored(payload)
      return write(async tx => {
        switch (model) {
          case 'Session':
            await upsertSession(tx, [hashArtifactId(id), stored, payload.uid ?? '', lifetimeSeconds])
            return
          case 'RefreshToken':
            await consumePredecessor(tx)
            await insertArtifactOnce(tx, [
              model,
              hashArtifactId(id),
              stored,
              payload.grantId,
              lifetimeSeconds,
            ])
            return
          case 'Grant':
            await upsertArtifact(tx, [model, hashArtifactId(id), stored, id, lifetimeSeconds])
            await record(tx, id, payload, lifetimeSeconds)
            return
          case 'AuthorizationCode':
            await upsertArtifact(tx, [model, hashArtifactId(id), stored, payload.grantId, lifetimeSeconds])
            return
          default:
            await upsertArtifact(tx, [model, hashArtifactId(id), stored, undefined, lifetimeSeconds])
        }
      })
    },

    find: id =>
      ask(async () => {
        const [row] = await findRow(id)
        return row && fromStored(model, id, row, issuer)
      }),

    // The id is unknown here, and no caller needs that of a session found this way.
    findByUid: uid =>
      ask(async () => {
        const [row] = await (model === 'Session'
          ? sessionByUid(database, [uid])
          : artifactByUid(database, [model, uid]))
        return row?.payload
      }),

    findByUserCode: () => Promise.resolve(undefined),

    consume: async id => {
      // Done with the insertion of its successor, in one commit.
      if (model === 'RefreshToken') return keepSuccessor(id)
      const consumed = await write(tx => consumeArtifact(tx, [model, hashArtifactId(id)]))
      // Of several concurrent uses, one is first.
      if (consumed.length === 0) throw new errors.InvalidGrant({ detail: 'used at the same time' })
    },

    destroy: async id => {
      // It only changes its id, which the following insertion does in one step. In between, pages in another window would find
      // no session.
      if (model === 'Session' && changingId() === id) return
      await write(tx => deleteArtifact(tx, [model, hashArtifactId(id)]))
    },

    // Called for every model in turn; the first call deletes everything that belongs to the grant.
    revokeByGrantId: async grantId => {
      if (model !== 'AccessToken') return
      // At the token endpoint, a code or a refresh token was used twice: it may be stolen.
      const isReuse = Provider.ctx?.oidc.route === 'token'
      const by = isReuse ? ({ kind: 'system', task: 'token reuse' } as const) : 'its application'
      await ask(() => revokeGrant(database, grantId, by))
    },
  }
}

/** The id that the session of this request is about to lose. The library's types omit it. */
const changingId = (): string | undefined =>
  (Provider.ctx?.oidc?.session as { oldId?: string } | undefined)?.oldId

async function consumePredecessor(tx: Tx): Promise<void> {
  const predecessor = Provider.ctx?.oidc.entities.RotatedRefreshToken
  if (!predecessor) return
  const consumed = await consumeRefreshToken(tx, [hashArtifactId(predecessor.jti), lifetimes.refreshGrace])
  if (consumed.length === 0) throw new errors.InvalidGrant({ detail: 'revoked or reused meanwhile' })
}

async function record(
  tx: Tx,
  grantId: string,
  payload: AdapterPayload,
  lifetimeSeconds: number = lifetimes.grant,
): Promise<void> {
  const { accountId = '', clientId = '' } = payload
  const { openid } = payload as { openid?: { scope?: string } }
  const scopes = openid?.scope?.split(' ') ?? []
  const recorded = await recordAllowed(tx, {
    identifier: accountId,
    clientId,
    grantId,
    scopes,
    lifetimeSeconds,
  })
  if (!recorded) throw new Error('The advisor or the application of the grant does not exist')
}

/** Without plain ids: its own, that of the session, and the URL that ends with it. */
function toStored({ jti: _id, returnTo: _address, session, ...rest }: AdapterPayload): string {
  const { cookie: _cookie, ...kept } = session ?? {}
  const stored = JSON.stringify({ ...rest, ...(session && { session: kept }) })
  // PostgreSQL cannot store NUL, and it can only come from a request parameter.
  if (stored.includes('\\u0000')) throw new errors.InvalidRequest('a parameter holds a NUL character')
  return stored
}

function fromStored(
  model: string,
  id: string,
  { payload, consumedForSeconds }: ArtifactRow,
  issuer: string,
): AdapterPayload {
  return {
    ...payload,
    jti: id,
    ...(model === 'Interaction' && { returnTo: `${issuer}${paths.authorization}/${id}` }),
    ...(isUsedUp(model, consumedForSeconds) && { consumed: true }),
  }
}

/** A code is consumed at once. A refresh token may be presented again briefly and gives the same successor. */
function isUsedUp(model: string, consumedForSeconds: number | null): boolean {
  if (consumedForSeconds === null) return false
  return model !== 'RefreshToken' || consumedForSeconds >= lifetimes.refreshGrace
}

// Reads and ages stored artifacts of the authorization server.
import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { Database } from '../../src/platform/db/pool.ts'

const idOf = (value: string): string => createHash('sha256').update(value).digest('base64url')

/** Makes one code, token or grant older. */
export const age = (database: Database, value: string, seconds: number): Promise<unknown> =>
  database.query(
    `update oauth_artifact set consumed_at = consumed_at - make_interval(secs => $2),
       expires_at = expires_at - make_interval(secs => $2),
       payload = payload || jsonb_build_object(
         'exp', (payload->>'exp')::int - $2::int, 'iat', (payload->>'iat')::int - $2::int)
     where id = $1`,
    [idOf(value), seconds],
  )

interface GrantState {
  readonly revoked: boolean
  /** Number of codes, refresh tokens and other artifacts of the grant. */
  readonly artifacts: number
}

export async function grantOf(database: Database, accessToken: string): Promise<GrantState | undefined> {
  const { rows } = await database.query<GrantState>(
    `select revoked_at is not null as revoked,
       (select count(*) from oauth_artifact where grant_id = $1) as artifacts
     from authorization_grant where grant_id = $1`,
    [decodeJwt(accessToken)['gid']],
  )
  return rows[0]
}

/** Who revoked the grant of a token, according to the journal. */
export async function revokerOf(database: Database, accessToken: string): Promise<unknown> {
  const { rows } = await database.query<{ actor: unknown }>(
    `select entry->'actor' as actor from journal_entry
     where kind = 'grant.revoked' and entry->'facts'->'grants' @> jsonb_build_array(jsonb_build_object('grantId', $1::text))`,
    [decodeJwt(accessToken)['gid']],
  )
  return rows.length === 1 ? rows[0]?.actor : rows
}

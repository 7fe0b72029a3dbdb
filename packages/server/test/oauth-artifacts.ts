// What the authorization server keeps, looked at and aged.
import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { Database } from '../src/db/pool.ts'

const idOf = (value: string): string => createHash('sha256').update(value).digest('base64url')

/** Lets time pass for one code, token or grant. */
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
  /** Codes, refresh tokens and the like that hang on it. */
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

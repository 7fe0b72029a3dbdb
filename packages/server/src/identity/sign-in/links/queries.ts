import { statement } from '../../../platform/db/statement.ts'

export type LinkPurpose = 'invitation' | 'reset'

export const insertLink = statement<
  { readonly expiresAt: Date },
  [personId: number, tokenHash: Buffer, purpose: LinkPurpose, lifeSeconds: number]
>(
  'insert_sign_in_link',
  `insert into sign_in_link (person_id, token_hash, purpose, expires_at)
   values ($1, $2, $3, now() + make_interval(secs => $4)) returning expires_at as "expiresAt"`,
)

interface LinkRow {
  readonly personId: number
  readonly purpose: LinkPurpose
}

export const linkByToken = statement<LinkRow, [tokenHash: Buffer]>(
  'sign_in_link_by_token',
  'select person_id as "personId", purpose from sign_in_link where token_hash = $1 and expires_at > now()',
)

/** One of several that use it at the same time succeeds. */
export const takeLink = statement<LinkRow, [tokenHash: Buffer]>(
  'take_sign_in_link',
  `delete from sign_in_link where token_hash = $1 and expires_at > now()
   returning person_id as "personId", purpose`,
)

export const deleteExpiredLinks = statement<{ readonly deleted: number }, [limit: number]>(
  'delete_expired_sign_in_links',
  `with gone as (
     delete from sign_in_link where ctid = any (array(
       select ctid from sign_in_link where expires_at < now() limit $1
     )) returning 1
   ) select count(*) as deleted from gone`,
)

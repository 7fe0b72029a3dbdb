import { statement } from '../../../platform/db/statement.ts'

/** One for each place, such as an interaction: a new one replaces the old. */
export const saveHalfSignIn = statement<object, [place: string, payload: string, lifeSeconds: number]>(
  'save_half_sign_in',
  `insert into oauth_artifact (model, id, uid, payload, expires_at)
   values ('HalfSignIn', $1, $1, $2, now() + make_interval(secs => $3))
   on conflict (model, uid) where uid is not null
   do update set payload = excluded.payload, expires_at = excluded.expires_at`,
)

export const halfSignIn = statement<
  { readonly payload: { readonly personId: number; readonly passwordDigest: string } },
  [place: string]
>(
  'half_sign_in',
  `select payload from oauth_artifact where model = 'HalfSignIn' and uid = $1 and expires_at > now()`,
)

export const deleteHalfSignIn = statement<object, [place: string]>(
  'delete_half_sign_in',
  `delete from oauth_artifact where model = 'HalfSignIn' and uid = $1`,
)

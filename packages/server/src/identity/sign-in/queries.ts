import { statement } from '../../db/statement.ts'

export interface FailureRow {
  readonly subject: Buffer
  readonly failures: number
  /** Since the last attempt that counted. */
  readonly quiet_seconds: number
}

/** Holds the subjects' counts until the transaction ends, always in the same order. An unknown subject starts at none. */
export const lockFailures = statement<FailureRow, [subjects: readonly Buffer[]]>(
  'lock_failures',
  `insert into sign_in_failure as known (subject, failures)
   select subject, 0 from unnest($1::bytea[]) as subject order by subject
   on conflict (subject) do update set failures = known.failures
   returning subject, failures,
     extract(epoch from clock_timestamp() - last_failed_at)::float8 as quiet_seconds`,
)

export const setFailures = statement<object, [subject: Buffer, failures: number]>(
  'set_failures',
  'update sign_in_failure set failures = $2, last_failed_at = clock_timestamp() where subject = $1',
)

/** A success that was counted as a failure beforehand is taken back. */
export const uncountFailure = statement<object, [subject: Buffer]>(
  'uncount_failure',
  'update sign_in_failure set failures = greatest(failures - 1, 0) where subject = $1',
)

export const forgetFailures = statement<object, [subject: Buffer]>(
  'forget_failures',
  'delete from sign_in_failure where subject = $1',
)

/** Rows that slow nobody down any more. Locked ones are in use. */
export const forgetOldFailures = statement<object, [olderThanSeconds: number]>(
  'forget_old_failures',
  `delete from sign_in_failure where subject in (
     select subject from sign_in_failure where last_failed_at < now() - make_interval(secs => $1)
     order by last_failed_at limit 100 for update skip locked)`,
)

/** One challenge per occasion: a new one takes the place of the old. */
export const saveChallenge = statement<object, [occasion: string, challenge: string, lifeSeconds: number]>(
  'save_passkey_challenge',
  `insert into oauth_artifact (model, id, uid, payload, expires_at)
   values ('PasskeyChallenge', $2, $1, '{}', now() + make_interval(secs => $3))
   on conflict (model, uid) where uid is not null
   do update set id = excluded.id, expires_at = excluded.expires_at`,
)

/** Whoever takes a challenge is the only one who does. */
export const takeChallenge = statement<{ challenge: string; is_alive: boolean }, [occasion: string]>(
  'take_passkey_challenge',
  `delete from oauth_artifact where model = 'PasskeyChallenge' and uid = $1
   returning id as challenge, expires_at > now() as is_alive`,
)

export interface PasskeyRow {
  readonly advisor_id: number
  readonly credential_id: string
  readonly public_key: Buffer
  readonly counter: number
  readonly transports: readonly string[]
}

export const passkeyByCredential = statement<PasskeyRow, [credentialId: string]>(
  'passkey_by_credential',
  'select advisor_id, credential_id, public_key, counter, transports from passkey where credential_id = $1',
)

export const passkeysOfAdvisor = statement<
  Pick<PasskeyRow, 'credential_id' | 'transports'>,
  [advisorId: number]
>(
  'passkeys_of_advisor',
  'select credential_id, transports from passkey where advisor_id = $1 order by created_at',
)

interface KnownPasskeyRow {
  readonly passkeyId: string
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** Credentials may be longer than an address can be, so pages call them by a hash. */
const passkeyId = `encode(sha256(credential_id::bytea), 'hex')`

export const knownPasskeys = statement<KnownPasskeyRow, [advisorId: number]>(
  'known_passkeys',
  `select ${passkeyId} as "passkeyId", name, created_at as "createdAt", last_used_at as "lastUsedAt"
   from passkey where advisor_id = $1 order by created_at, credential_id`,
)

export const deletePasskey = statement<
  { readonly name: string; readonly at: Date },
  [advisorId: number, passkeyId: string]
>(
  'delete_passkey',
  `delete from passkey where advisor_id = $1 and ${passkeyId} = $2
   returning name, statement_timestamp()::timestamptz(3) as at`,
)

/** Whoever takes away a way to sign in waits for whoever else does. */
export const lockWaysIn = statement<{ readonly hasPassword: boolean }, [advisorId: number]>(
  'lock_ways_in',
  `select password_hash is not null as "hasPassword" from advisor where id = $1 for no key update`,
)

export const insertPasskey = statement<
  { credential_id: string; at: Date },
  [
    advisorId: number,
    credentialId: string,
    publicKey: Uint8Array,
    counter: number,
    transports: readonly string[],
    name: string,
  ]
>(
  'insert_passkey',
  `insert into passkey (advisor_id, credential_id, public_key, counter, transports, name)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing
   returning credential_id, statement_timestamp()::timestamptz(3) as at`,
)

/** Only from the counter that was checked: of two uses with the same one, one is a copy. */
export const usePasskey = statement<
  { credential_id: string },
  [advisorId: number, credentialId: string, counterBefore: number, counterAfter: number]
>(
  'use_passkey',
  `update passkey set counter = $4, last_used_at = now()
   where advisor_id = $1 and credential_id = $2 and counter = $3 returning credential_id`,
)

import { statement } from '../../../platform/db/statement.ts'

/** One challenge per occasion: a new one replaces the old. */
export const saveChallenge = statement<object, [occasion: string, challenge: string, lifeSeconds: number]>(
  'save_passkey_challenge',
  `insert into oauth_artifact (model, id, uid, payload, expires_at)
   values ('PasskeyChallenge', $2, $1, '{}', now() + make_interval(secs => $3))
   on conflict (model, uid) where uid is not null
   do update set id = excluded.id, expires_at = excluded.expires_at`,
)

/** Only one request can take a challenge. */
export const takeChallenge = statement<{ challenge: string; isAlive: boolean }, [occasion: string]>(
  'take_passkey_challenge',
  `delete from oauth_artifact where model = 'PasskeyChallenge' and uid = $1
   returning id as challenge, expires_at > now() as "isAlive"`,
)

// The column advisor_id is the id of the person: docs/decisions/0036-people-and-roles.md.
export interface PasskeyRow {
  readonly personId: number
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
}

export const passkeyByCredential = statement<PasskeyRow, [credentialId: string]>(
  'passkey_by_credential',
  `select advisor_id as "personId", credential_id as "credentialId", public_key as "publicKey", counter, transports
   from passkey where credential_id = $1`,
)

export const passkeysOfPerson = statement<
  Pick<PasskeyRow, 'credentialId' | 'transports'>,
  [personId: number]
>(
  'passkeys_of_person',
  'select credential_id as "credentialId", transports from passkey where advisor_id = $1 order by created_at',
)

interface KnownPasskeyRow {
  readonly passkeyId: string
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** Credential ids may be longer than a URL can be, so pages use a hash. */
const passkeyId = `encode(sha256(credential_id::bytea), 'hex')`

export const knownPasskeys = statement<KnownPasskeyRow, [personId: number]>(
  'known_passkeys',
  `select ${passkeyId} as "passkeyId", name, created_at as "createdAt", last_used_at as "lastUsedAt"
   from passkey where advisor_id = $1 order by created_at, credential_id`,
)

export const deletePasskey = statement<{ readonly name: string }, [personId: number, passkeyId: string]>(
  'delete_passkey',
  `delete from passkey where advisor_id = $1 and ${passkeyId} = $2 returning name`,
)

export const deletePasskeysOf = statement<object, [personId: number]>(
  'delete_passkeys_of_person',
  'delete from passkey where advisor_id = $1 returning credential_id',
)

/** Serializes the removal of sign-in methods. */
export const lockSignInMethods = statement<{ readonly hasPassword: boolean }, [personId: number]>(
  'lock_ways_in',
  `select password_hash is not null as "hasPassword" from person where id = $1 for no key update`,
)

export const insertPasskey = statement<
  { credentialId: string },
  [
    personId: number,
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
   returning credential_id as "credentialId"`,
)

/** Only from the verified counter: of two uses with the same one, one is a copy. */
export const usePasskey = statement<
  { credentialId: string },
  [personId: number, credentialId: string, counterBefore: number, counterAfter: number]
>(
  'use_passkey',
  `update passkey set counter = $4, last_used_at = now()
   where advisor_id = $1 and credential_id = $2 and counter = $3 returning credential_id as "credentialId"`,
)

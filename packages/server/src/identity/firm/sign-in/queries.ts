import { statement } from '../../../platform/db/statement.ts'

export interface SignInRow {
  readonly firmId: number
  readonly firmName: string
  readonly issuer: string
  readonly clientId: string
  readonly encryptedClientSecret: Buffer
  readonly isOnly: boolean
}

const signInRows = `
  select sign_in.firm_id as "firmId", firm.name as "firmName", issuer, client_id as "clientId",
    encrypted_client_secret as "encryptedClientSecret", is_only as "isOnly"
  from firm_sign_in as sign_in join firm on firm.id = sign_in.firm_id`

export const signInOfFirm = statement<SignInRow, [firmId: number]>(
  'firm_sign_in_of_firm',
  `${signInRows} where sign_in.firm_id = $1`,
)

export const signInByDomain = statement<SignInRow, [domain: string]>(
  'firm_sign_in_by_domain',
  `${signInRows} join sign_in_domain as known on known.firm_id = sign_in.firm_id
   where known.domain = $1 and verified_at is not null and firm.active`,
)

/** Also of a firm that is disabled. */
export const signInToChange = statement<SignInRow, [firmId: number]>(
  'firm_sign_in_to_change',
  `${signInRows} where sign_in.firm_id = $1 for update of sign_in`,
)

export const upsertSignIn = statement<
  object,
  [firmId: number, issuer: string, clientId: string, encryptedClientSecret: Buffer, isOnly: boolean]
>(
  'upsert_firm_sign_in',
  `insert into firm_sign_in (firm_id, issuer, client_id, encrypted_client_secret, is_only) values ($1, $2, $3, $4, $5)
   on conflict (firm_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
     encrypted_client_secret = excluded.encrypted_client_secret, is_only = excluded.is_only`,
)

export const deleteSignIn = statement<{ readonly firmId: number }, [firmId: number]>(
  'delete_firm_sign_in',
  'delete from firm_sign_in where firm_id = $1 returning firm_id as "firmId"',
)

export interface DomainRow {
  readonly domain: string
  readonly proof: string
  readonly verifiedAt: Date | null
}

export const domainsOfFirm = statement<DomainRow, [firmId: number]>(
  'sign_in_domains_of_firm',
  'select domain, proof, verified_at as "verifiedAt" from sign_in_domain where firm_id = $1 order by domain',
)

export const insertDomains = statement<
  object,
  [firmId: number, domains: readonly string[], proofs: readonly string[]]
>(
  'insert_sign_in_domains',
  `insert into sign_in_domain (firm_id, domain, proof) select $1, * from unnest($2::text[], $3::text[])
   on conflict do nothing`,
)

export const verifyDomainRow = statement<object, [firmId: number, domain: string]>(
  'verify_sign_in_domain',
  'update sign_in_domain set verified_at = now() where firm_id = $1 and domain = $2 and verified_at is null returning domain',
)

export interface AttemptRow {
  readonly nonce: string
  readonly codeVerifier: string
  readonly interaction: string | null
  readonly target: string
  readonly personId: number | null
}

export const insertAttempt = statement<
  object,
  [
    firmId: number,
    stateHash: Buffer,
    browserHash: Buffer,
    nonce: string,
    codeVerifier: string,
    interaction: string | null,
    target: string,
    personId: number | null,
    lifeSeconds: number,
  ]
>(
  'insert_firm_sign_in_attempt',
  `insert into firm_sign_in_attempt
     (firm_id, state_hash, browser_hash, nonce, code_verifier, interaction, target, person_id, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9))`,
)

/** Once only: whoever comes second finds nothing. */
export const takeAttempt = statement<
  AttemptRow,
  [firmId: number, stateHash: Buffer, browserHash: Buffer, isProved: boolean]
>(
  'take_firm_sign_in_attempt',
  `delete from firm_sign_in_attempt
   where firm_id = $1 and state_hash = $2 and browser_hash = $3 and (person_id is not null) = $4 and expires_at > now()
   returning nonce, code_verifier as "codeVerifier", interaction, target, person_id as "personId"`,
)

export const deleteExpiredAttempts = statement<object>(
  'delete_expired_firm_sign_in_attempts',
  `delete from firm_sign_in_attempt where (firm_id, state_hash) in (
     select firm_id, state_hash from firm_sign_in_attempt where expires_at < now() order by expires_at limit 100
     for update skip locked)`,
)

export const personOfSubject = statement<
  { readonly personId: number; readonly firmId: number },
  [issuer: string, subject: string]
>(
  'person_of_firm_subject',
  'select person_id as "personId", firm_id as "firmId" from firm_subject where issuer = $1 and subject = $2',
)

/** The person of the firm with this address, if the address is in a proved domain of the firm. Locked until the link is written. */
export const personToLink = statement<
  { readonly personId: number; readonly isLinked: boolean },
  [firmId: number, email: string, issuer: string]
>(
  'person_to_link',
  `select person.id as "personId", exists (
     select from firm_subject as known where known.firm_id = $1 and known.person_id = person.id and known.issuer = $3
   ) as "isLinked"
   from person where person.firm_id = $1 and lower(person.email) = lower($2) and exists (
     select from sign_in_domain as known
     where known.firm_id = $1 and verified_at is not null and known.domain = split_part(lower($2), '@', 2)
   )
   for no key update of person`,
)

export const insertSubject = statement<
  object,
  [firmId: number, personId: number, issuer: string, subject: string]
>(
  'insert_firm_subject',
  'insert into firm_subject (firm_id, person_id, issuer, subject) values ($1, $2, $3, $4)',
)

export const deleteSubjectsOfFirm = statement<object, [firmId: number]>(
  'delete_firm_subjects',
  'delete from firm_subject where firm_id = $1',
)

export const insertBreakGlass = statement<object, [personId: number, hash: Buffer, lifeSeconds: number]>(
  'insert_break_glass_link',
  `insert into break_glass_link (person_id, hash, expires_at) values ($1, $2, now() + make_interval(secs => $3))`,
)

/** Once only, and an expired one not at all. */
export const takeBreakGlass = statement<{ readonly personId: number }, [hash: Buffer]>(
  'take_break_glass_link',
  `with taken as (
     delete from break_glass_link where hash = $1 returning person_id, expires_at
   )
   select person_id as "personId" from taken where expires_at > now()`,
)

export const lockSealedSecrets = statement<
  { place: string; about: string; sealed: Buffer },
  [after: string, size: number]
>(
  'lock_sealed_client_secrets',
  `select firm_id::text as place, firm_id::text as about, encrypted_client_secret as sealed from firm_sign_in
   where firm_id > $1::bigint order by firm_id limit $2 for no key update`,
)

export const replaceSealedSecrets = statement<
  object,
  [firmIds: readonly string[], sealed: readonly Buffer[]]
>(
  'replace_sealed_client_secrets',
  `update firm_sign_in set encrypted_client_secret = given.sealed
   from unnest($1::bigint[], $2::bytea[]) as given (firm_id, sealed) where firm_sign_in.firm_id = given.firm_id`,
)

import type { Role } from '@parley/contract'
import { statement } from '../../../platform/db/statement.ts'

/** Also the lock under which a directory changes its people one after the other. */
export const lockDirectory = statement<{ readonly defaultRole: Role | null }, [firmId: number]>(
  'lock_firm_directory',
  'select default_role as "defaultRole" from firm_directory where firm_id = $1 for update',
)

export const upsertDirectory = statement<object, [firmId: number, defaultRole: Role | null]>(
  'upsert_firm_directory',
  `insert into firm_directory (firm_id, default_role) values ($1, $2)
   on conflict (firm_id) do update set default_role = excluded.default_role`,
)

export interface DirectoryRow {
  readonly defaultRole: Role | null
  readonly people: number
  readonly tokens: readonly {
    readonly hint: string
    readonly createdAt: string
    readonly expiresAt: string | null
  }[]
}

export const directoryOfFirm = statement<DirectoryRow, [firmId: number]>(
  'directory_of_firm',
  `select default_role as "defaultRole",
     (select count(*) from directory_person as known where known.firm_id = $1 and removed_at is null) as people,
     coalesce((
       select json_agg(json_build_object('hint', hint, 'createdAt', token.created_at, 'expiresAt', expires_at)
         order by token.created_at)
       from directory_token as token
       where token.firm_id = $1 and (expires_at is null or expires_at > now())
     ), '[]') as tokens
   from firm_directory where firm_id = $1`,
)

export const insertToken = statement<object, [firmId: number, hash: Buffer, hint: string]>(
  'insert_directory_token',
  'insert into directory_token (firm_id, hash, hint) values ($1, $2, $3)',
)

/** Shortens the life of all tokens; never lengthens it. */
export const expireTokens = statement<{ readonly expiresAt: Date }, [firmId: number, overlapSeconds: number]>(
  'expire_directory_tokens',
  `update directory_token set expires_at = least(expires_at, now() + make_interval(secs => $2))
   where firm_id = $1 and (expires_at is null or expires_at > now()) returning expires_at as "expiresAt"`,
)

export const deleteExpiredTokens = statement<object, [firmId: number]>(
  'delete_expired_directory_tokens',
  'delete from directory_token where firm_id = $1 and expires_at <= now()',
)

export const firmOfToken = statement<{ readonly firmId: number }, [hash: Buffer]>(
  'firm_of_directory_token',
  `select firm_id as "firmId" from directory_token where hash = $1 and (expires_at is null or expires_at > now())`,
)

export interface DirectoryUserRow {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly active: boolean
  readonly userName: string
  readonly externalId: string | null
  readonly displayName: string | null
  readonly formattedName: string | null
  readonly givenName: string | null
  readonly familyName: string | null
  readonly createdAt: Date
  readonly changedAt: Date
  readonly isLinked: boolean
}

const userRows = `
  select person.id, person.email, person.name, person.active, coalesce(known.user_name, person.email) as "userName",
    known.external_id as "externalId",
    case when known.person_id is null then person.name else known.display_name end as "displayName",
    known.formatted_name as "formattedName", known.given_name as "givenName", known.family_name as "familyName",
    person.created_at as "createdAt", coalesce(known.changed_at, person.created_at) as "changedAt",
    known.person_id is not null as "isLinked"
  from person left join directory_person as known on known.firm_id = person.firm_id and known.person_id = person.id
  where person.firm_id = $1`

export const userById = statement<DirectoryUserRow, [firmId: number, personId: number]>(
  'directory_user_by_id',
  `${userRows} and person.id = $2 and known.removed_at is null`,
)

/** Also one that the directory had deleted. */
export const userToChange = statement<DirectoryUserRow, [firmId: number, personId: number]>(
  'directory_user_to_change',
  `${userRows} and person.id = $2`,
)

export interface RemovedUserRow {
  readonly personId: number
  readonly externalId: string | null
  readonly userName: string
  readonly email: string
  readonly active: boolean
}

/** The one with this externalId first. */
export const removedUsers = statement<
  RemovedUserRow,
  [firmId: number, userName: string, externalId: string | null]
>(
  'removed_directory_users',
  `select person_id as "personId", external_id as "externalId", user_name as "userName", email, active
   from directory_person as known join person on person.id = known.person_id
   where known.firm_id = $1 and removed_at is not null and (lower(user_name) = lower($2) or external_id = $3)
   order by coalesce(external_id = $3, false) desc`,
)

/** They may come back as another person, and sign in at the provider as that one. */
export const unlinkSubject = statement<object, [firmId: number, personId: number]>(
  'unlink_firm_subject',
  'delete from firm_subject where firm_id = $1 and person_id = $2',
)

/** Of somebody whom the directory has deleted. */
export const renameRemoved = statement<object, [firmId: number, personId: number, userName: string]>(
  'rename_removed_directory_user',
  'update directory_person set user_name = $3 where firm_id = $1 and person_id = $2 and removed_at is not null',
)

type Filter = [
  firmId: number,
  userName: string | undefined,
  externalId: string | undefined,
  personId: number | undefined,
]
const isWanted = `known.removed_at is null
  and ($2::text is null or lower(coalesce(known.user_name, person.email)) = lower($2))
  and ($3::text is null or known.external_id = $3) and ($4::bigint is null or person.id = $4)`

export const users = statement<DirectoryUserRow, [...Filter, limit: number, offset: number]>(
  'directory_users',
  `${userRows} and ${isWanted} order by person.id limit $5 offset $6`,
)

export const countUsers = statement<{ readonly total: number }, Filter>(
  'count_directory_users',
  `select count(*) as total
   from person left join directory_person as known on known.firm_id = person.firm_id and known.person_id = person.id
   where person.firm_id = $1 and ${isWanted}`,
)

export const upsertUser = statement<
  object,
  [
    firmId: number,
    personId: number,
    userName: string,
    externalId: string | null,
    displayName: string | null,
    formattedName: string | null,
    givenName: string | null,
    familyName: string | null,
  ]
>(
  'upsert_directory_user',
  `insert into directory_person (firm_id, person_id, user_name, external_id, display_name, formatted_name, given_name, family_name)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (firm_id, person_id) do update set user_name = excluded.user_name, external_id = excluded.external_id,
     display_name = excluded.display_name, formatted_name = excluded.formatted_name, given_name = excluded.given_name,
     family_name = excluded.family_name, changed_at = now(), removed_at = null`,
)

/** Inserts the row if the directory never named the person. */
export const removeUser = statement<object, [firmId: number, personId: number, userName: string]>(
  'remove_directory_user',
  `insert into directory_person (firm_id, person_id, user_name, removed_at) values ($1, $2, $3, now())
   on conflict (firm_id, person_id) do update set removed_at = now(), changed_at = now()`,
)

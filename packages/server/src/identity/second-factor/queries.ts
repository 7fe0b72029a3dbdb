import { statement } from '../../platform/db/statement.ts'

interface SecondFactorRow {
  readonly encryptedSecret: Buffer
  readonly addedAt: Date
}

export const secondFactorOf = statement<SecondFactorRow, [personId: number]>(
  'second_factor_of_person',
  'select encrypted_secret as "encryptedSecret", added_at as "addedAt" from second_factor where person_id = $1',
)

export const insertSecondFactor = statement<
  Pick<SecondFactorRow, 'addedAt'>,
  [personId: number, encryptedSecret: Buffer, usedStep: number]
>(
  'insert_second_factor',
  `insert into second_factor (person_id, encrypted_secret, used_step) values ($1, $2, $3)
   on conflict do nothing returning added_at as "addedAt"`,
)

export const deleteSecondFactor = statement<object, [personId: number]>(
  'delete_second_factor',
  'delete from second_factor where person_id = $1 returning person_id',
)

/** Only one request gets a step, and none that is not later than the last. */
export const useStep = statement<object, [personId: number, step: number]>(
  'use_second_factor_step',
  'update second_factor set used_step = $2 where person_id = $1 and used_step < $2 returning person_id',
)

export const insertRecoveryCodes = statement<object, [personId: number, hashes: readonly Buffer[]]>(
  'insert_recovery_codes',
  'insert into recovery_code (person_id, code_hash) select $1, unnest($2::bytea[])',
)

export const deleteRecoveryCodes = statement<object, [personId: number]>(
  'delete_recovery_codes',
  'delete from recovery_code where person_id = $1',
)

/** With the time at which the authenticator app was set up, for which the code stands in. */
export const useRecoveryCode = statement<
  { readonly factorAddedAt: Date | null },
  [personId: number, hash: Buffer]
>(
  'use_recovery_code',
  `update recovery_code set used_at = statement_timestamp()
   where person_id = $1 and code_hash = $2 and used_at is null
   returning (select added_at from second_factor where person_id = $1) as "factorAddedAt"`,
)

export const countRecoveryCodes = statement<{ readonly left: number }, [personId: number]>(
  'count_recovery_codes',
  'select count(*) as left from recovery_code where person_id = $1 and used_at is null',
)

export const lockSealedFactors = statement<
  { place: string; about: string; sealed: Buffer },
  [after: string, size: number]
>(
  'lock_sealed_second_factors',
  `select person_id::text as place, person_id::text as about, encrypted_secret as sealed from second_factor
   where person_id > $1::bigint order by person_id limit $2 for no key update`,
)

export const replaceSealedFactors = statement<
  object,
  [personIds: readonly string[], sealed: readonly Buffer[]]
>(
  'replace_sealed_second_factors',
  `update second_factor set encrypted_secret = given.sealed
   from unnest($1::bigint[], $2::bytea[]) as given (person_id, sealed)
   where second_factor.person_id = given.person_id`,
)

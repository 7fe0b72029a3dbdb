import type { Queryable } from '../../platform/db/pool.ts'
import { factorsOf } from '../person/queries.ts'
import { countRecoveryCodes, secondFactorOf } from './queries.ts'

interface DescribedFactor {
  readonly isOn: boolean
  /** By the firm. */
  readonly isRequired: boolean
  readonly recoveryCodesLeft: number
  readonly addedAt: Date | undefined
}

export async function describeFactor(db: Queryable, personId: number): Promise<DescribedFactor> {
  const [[factors], [factor], [codes]] = await Promise.all([
    factorsOf(db, [personId]),
    secondFactorOf(db, [personId]),
    countRecoveryCodes(db, [personId]),
  ])
  return {
    isOn: factor !== undefined,
    isRequired: factors?.isRequired ?? false,
    recoveryCodesLeft: codes?.left ?? 0,
    addedAt: factor?.addedAt,
  }
}

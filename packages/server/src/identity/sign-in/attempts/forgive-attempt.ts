import type { Tx } from '../../../platform/db/pool.ts'
import type { AttemptSubjects } from './attempt-subjects.ts'
import { forgetFailures, lockFailures, uncountFailure } from './queries.ts'

/** Takes back an attempt that was counted as a failure in advance, because it succeeded. */
export async function forgiveAttempt(tx: Tx, { own, shared }: AttemptSubjects): Promise<void> {
  const subjects = [...own, ...shared]
  await lockFailures(tx, [subjects.map(({ hash }) => hash), subjects.map(each => each.personId)])
  for (const { hash } of own) await forgetFailures(tx, [hash])
  for (const { hash } of shared) await uncountFailure(tx, [hash])
}

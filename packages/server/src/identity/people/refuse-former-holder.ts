import type { Actor } from '../../journal/index.ts'
import { Problem } from '../../platform/problem/problem.ts'

interface Account {
  readonly id: number
  readonly holderId: number | undefined
}

/** Refuses an advisor whose request was admitted before their account was handed over. The caller has locked the account. */
export function refuseFormerHolder({ id, holderId }: Account, actor: Actor): void {
  if (actor.kind !== 'advisor' || holderId === (actor.personId ?? id)) return
  throw new Problem('forbidden', 'This account has another advisor now.')
}

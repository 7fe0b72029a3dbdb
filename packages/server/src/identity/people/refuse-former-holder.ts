import type { Actor } from '../../journal/index.ts'
import { Problem } from '../../platform/problem/problem.ts'

interface Account {
  readonly id: number
  readonly holderId: number | undefined
}

/** An advisor whose request was admitted before their account was handed over. */
export const isFormerHolder = ({ id, holderId }: Account, actor: Actor): boolean =>
  actor.kind === 'advisor' && holderId !== (actor.personId ?? id)

export const handedOver = (): Problem => new Problem('forbidden', 'This account has another advisor now.')

/** They decide no more what clients read. */
export function refuseFormerHolder(account: Account, actor: Actor): void {
  if (isFormerHolder(account, actor)) throw handedOver()
}

import type { Tx } from '../../platform/db/pool.ts'
import { chooseBehaviour } from '../queries.ts'
import type { ChosenBehaviour } from './behaviour.ts'

interface Chosen {
  readonly phone: string
  readonly number: string
  readonly behaviour: ChosenBehaviour
}

/** Sets how the phone treats texts from the number, starting with the next one. */
export async function chooseHandsetBehaviour(tx: Tx, { phone, number, behaviour }: Chosen): Promise<void> {
  await chooseBehaviour(tx, [phone, number, behaviour])
}

import type { Tx } from '../../db/pool.ts'
import type { ChosenBehaviour } from './behaviour.ts'
import { chooseBehaviour } from './queries.ts'

interface Chosen {
  readonly phone: string
  readonly number: string
  readonly behaviour: ChosenBehaviour
}

/** From the next text on, the phone treats what the number sends it in this way. */
export async function chooseHandsetBehaviour(tx: Tx, { phone, number, behaviour }: Chosen): Promise<void> {
  await chooseBehaviour(tx, [phone, number, behaviour])
}

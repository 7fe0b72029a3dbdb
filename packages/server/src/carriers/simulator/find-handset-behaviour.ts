import type { Queryable } from '../../db/pool.ts'
import { type ChosenBehaviour, scriptOf } from './behaviour.ts'
import { chosenBehavioursOf } from './queries.ts'

interface HandsetBehaviour {
  readonly behaviour: ChosenBehaviour
  /** What a number does whose last digits decide, in words; then nothing can be chosen. */
  readonly scripted: string | undefined
}

/** How a phone treats what a number sends it. */
export async function findHandsetBehaviour(
  db: Queryable,
  phone: string,
  number: string,
): Promise<HandsetBehaviour> {
  const [chosen] = await chosenBehavioursOf(db, [[phone], [number]])
  return { behaviour: chosen?.behaviour ?? 'delivers', scripted: scriptOf(phone)?.does }
}

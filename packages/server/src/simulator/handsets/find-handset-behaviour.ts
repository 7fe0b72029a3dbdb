import type { Queryable } from '../../platform/db/pool.ts'
import { chosenBehavioursOf } from '../queries.ts'
import { type ChosenBehaviour, scriptOf } from './behaviour.ts'

interface HandsetBehaviour {
  readonly behaviour: ChosenBehaviour
  /** Description of a behaviour fixed by the last digits; then nothing can be chosen. */
  readonly scripted: string | undefined
}

/** How a phone treats texts from a number. */
export async function findHandsetBehaviour(
  db: Queryable,
  phone: string,
  number: string,
): Promise<HandsetBehaviour> {
  const [chosen] = await chosenBehavioursOf(db, [[phone], [number]])
  return { behaviour: chosen?.behaviour ?? 'delivers', scripted: scriptOf(phone)?.does }
}

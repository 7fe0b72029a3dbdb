import type { Handset } from '@parley/contract'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { chooseHandsetBehaviour } from '../../simulator/index.ts'
import { otherEnd } from './other-end.ts'
import { showHandset } from './show-handset.ts'

/** Takes effect with the next text. Numbers whose last digits fix their behaviour cannot be changed. */
export async function setHandsetBehaviour(
  database: Database,
  advisorId: number,
  phone: string,
  behaviour: Handset['behaviour'],
): Promise<Handset> {
  const { scripted } = await showHandset(database, advisorId, phone)
  if (scripted !== undefined) {
    throw new Problem(
      'conflict',
      `The last digits of this number set its behaviour: a text to it ${scripted}.`,
    )
  }
  const { number } = await otherEnd(database, advisorId)
  await inTransaction(database, tx => chooseHandsetBehaviour(tx, { phone, number, behaviour }))
  return showHandset(database, advisorId, phone)
}

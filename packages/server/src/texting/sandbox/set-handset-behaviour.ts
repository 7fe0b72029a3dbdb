import type { Handset } from '@parley/contract'
import { chooseHandsetBehaviour } from '../../carriers/index.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { otherEnd } from './other-end.ts'
import { showHandset } from './show-handset.ts'

/** From the next text on. A number whose last digits decide what it does stays as it is. */
export async function setHandsetBehaviour(
  database: Database,
  advisorId: number,
  phone: string,
  behaviour: Handset['behaviour'],
): Promise<Handset> {
  const { scripted } = await showHandset(database, advisorId, phone)
  if (scripted !== undefined) {
    throw new Problem('conflict', `The last digits of this number decide: a text ${scripted}.`)
  }
  const { number } = await otherEnd(database, advisorId)
  await inTransaction(database, tx => chooseHandsetBehaviour(tx, { phone, number, behaviour }))
  return showHandset(database, advisorId, phone)
}

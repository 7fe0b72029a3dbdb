import type { Tx } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { insertReply } from '../queries.ts'

interface Written {
  readonly phone: string
  readonly number: string
  readonly text: string
}

/** Sends a text from the phone to the number. The simulator's listener receives it at once. */
export async function writeFromHandset(tx: Tx, { phone, number, text }: Written): Promise<number> {
  const reply = firstRow(await insertReply(tx, [phone, number, text]), 'the new reply')
  return reply.id
}

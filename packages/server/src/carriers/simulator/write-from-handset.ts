import type { Tx } from '../../db/pool.ts'
import { insertReply } from './queries.ts'

interface Written {
  readonly phone: string
  readonly number: string
  readonly text: string
}

/** The phone writes to the number. Whoever listens to the simulator receives it at once. */
export async function writeFromHandset(tx: Tx, { phone, number, text }: Written): Promise<number> {
  const [reply] = await insertReply(tx, [phone, number, text])
  if (!reply) throw new Error('the reply was not written')
  return reply.id
}

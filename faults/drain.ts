import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from './machine/installation.ts'

/** Waits until nothing is in flight, here or at the carrier. Returns what still is when the time is up. */
export async function drain({ database, carrier }: Installation, withinMs: number): Promise<string[]> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const left = await leftOver().catch(() => ['the database does not respond'])
    if (left.length === 0 || performance.now() > deadline) return left
    await sleep(200)
  }

  async function leftOver(): Promise<string[]> {
    const { rows } = await database.observer.query<{ texts: number; receipts: number }>(
      `select (select count(*) from outbox) as texts,
         (select count(*) from receipt where message_id is null) as receipts`,
    )
    const events = await carrier.query<{ count: number }>('select count(*) from simulator_event')
    return [
      ...told(rows[0]?.texts, 'texts wait in the outbox'),
      ...told(rows[0]?.receipts, 'receipts belong to no text'),
      ...told(events.rows[0]?.count, 'events wait at the carrier'),
    ]
  }
}

const told = (count: number | undefined, what: string): string[] => (count === 0 ? [] : [`${count} ${what}`])

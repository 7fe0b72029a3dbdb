import { statement } from '../db/statement.ts'

export interface Room {
  /** How many more texts have a partition. Beyond it, every send fails. */
  readonly texts: number
  /** How long the journal has partitions. After that, nothing can be changed. */
  readonly journalSeconds: number
  /** How long the carriers' ids have partitions. After that, no answer of a carrier can be recorded. */
  readonly carrierSeconds: number
}

/** How much can be written before the partitions that exist are full. */
export const readRoom = statement<Room>(
  'room',
  'select message_room() as texts, journal_room() as "journalSeconds", carrier_room() as "carrierSeconds"',
)

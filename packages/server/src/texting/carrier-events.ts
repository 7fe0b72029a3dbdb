import type { CarrierEvents } from '../carriers/index.ts'
import type { Database } from '../db/pool.ts'
import { receiveReceipts } from './receiving/receive-receipts.ts'
import { receiveText } from './receiving/receive-text.ts'

interface Log {
  warn(fields: object, message: string): void
}

/** Where what a carrier delivers goes, in whichever process it arrives. */
export const carrierEvents = (database: Database, carrier: string, log: Log): CarrierEvents => ({
  // One after the other: two replies of one person must not overtake each other.
  receiveTexts: async texts => {
    for (const text of texts) {
      const { ending } = await receiveText(database, carrier, text)
      if (ending === 'stray') log.warn({ carrier }, 'a reply came to a number that nobody has')
    }
  },
  receiveReceipts: receipts => receiveReceipts(database, carrier, receipts),
})

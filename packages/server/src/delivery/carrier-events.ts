import type { CarrierEvents, InboundText } from '../carriers/index.ts'
import type { Database } from '../platform/db/pool.ts'
import { receiveReceipts } from './receipts/receive-receipts.ts'
import { classifyInbound } from './replies/classify-inbound.ts'
import { inConversations } from './replies/in-conversations.ts'
import { receiveText } from './replies/receive-text.ts'

interface Log {
  warn(fields: object, message: string): void
}

/** Handles what a carrier delivers, in whichever process it arrives. */
export function carrierEvents(database: Database, carrier: string, log: Log): CarrierEvents {
  const receive = async (text: InboundText): Promise<void> => {
    const received = await receiveText(database, carrier, text)
    if (received.ending === 'stray') log.warn({ carrier }, 'reply to a number without an advisor')
    if (received.ending === 'received' && received.isForeign) {
      log.warn({ carrier }, 'YES or START ignored: the number is not routed through this carrier')
    }
  }
  return {
    receiveTexts: texts => inConversations(texts, receive),
    receiveStop: async text => {
      if (classifyInbound(text).kind !== 'stop') return false
      await receive(text)
      return true
    },
    receiveReceipts: receipts => receiveReceipts(database, carrier, receipts),
  }
}

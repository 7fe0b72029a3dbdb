import type { MatchedReceipt } from './queries.ts'

/** The bits of `delivery.seen`. */
export const reportedBits: Record<MatchedReceipt['status'], number> = {
  enroute: 1,
  failed: 2,
  undelivered: 4,
  delivered: 8,
}

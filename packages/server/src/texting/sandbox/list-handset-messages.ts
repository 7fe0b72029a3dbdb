import type { HandsetPage } from '@parley/contract'
import type { Queryable } from '../../platform/db/pool.ts'
import { listHandsetTexts } from '../../simulator/index.ts'
import { otherEnd } from './other-end.ts'

interface Wanted {
  readonly phone: string
  readonly page: number
  readonly pageSize: number
}

/** Texts between the phone and the advisor since the advisor has had the number. */
export async function listHandsetMessages(
  db: Queryable,
  advisorId: number,
  { phone, page, pageSize }: Wanted,
): Promise<HandsetPage> {
  const { number, createdAt } = await otherEnd(db, advisorId)
  const { texts, total } = await listHandsetTexts(db, {
    phone,
    number,
    since: createdAt,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  return {
    data: texts.map(({ direction, text, at, reference }) => ({
      direction,
      text,
      dateTime: at.toISOString(),
      ...messageIdOf(reference),
    })),
    pageInfo: { page, pageSize, totalRecord: total, sortDirection: 'asc', sortBy: 'dateTime' },
  }
}

/** Our references are message ids. Any other came from someone using the simulator by hand. */
function messageIdOf(reference: string | undefined): { messageId?: number } {
  const messageId = /^[1-9]\d*$/.test(reference ?? '') ? Number(reference) : undefined
  return Number.isSafeInteger(messageId) && messageId !== undefined ? { messageId } : {}
}

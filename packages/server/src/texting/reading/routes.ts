import { type ConversationMessage, operations } from '@parley/contract'
import { shownState } from '../../consent/index.ts'
import { authorOf } from '../../journal/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { deliveryFailureOf } from '../sending/delivery-failure.ts'
import type { TextRow } from './queries.ts'
import { readConversations } from './read-conversations.ts'
import { readMessages } from './read-messages.ts'

/** Conversations for applications that may read them. */
export function serveReading(app: HttpServer, { database }: { readonly database: Database }): void {
  route(app, operations.readConversations, async input => {
    const { conversations, nextCursor } = await readConversations(database, authorOf(input), input.query)
    return {
      data: conversations.map(({ memberId, phone, consent, message }) => ({
        memberId,
        phone,
        consentState: shownState(consent),
        lastMessage: shownMessage({
          ...message,
          createdAt: new Date(message.createdAt),
          updatedAt: new Date(message.updatedAt),
        }),
      })),
      ...(nextCursor !== undefined && { after: nextCursor }),
    }
  })

  route(app, operations.readConversationMessages, async input => {
    const { messages, hasMore } = await readMessages(database, authorOf(input), {
      ...input.params,
      ...input.query,
    })
    return { data: messages.map(shownMessage), hasMore }
  })
}

function shownMessage(row: TextRow): ConversationMessage {
  const { messageId, direction, kind, text, status, createdAt, updatedAt } = row
  return {
    messageId,
    direction,
    kind,
    text,
    status,
    ...deliveryFailureOf(row),
    dateTimeCreated: createdAt.toISOString(),
    dateTimeUpdated: updatedAt.toISOString(),
  }
}

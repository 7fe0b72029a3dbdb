import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { listConversations } from '../conversations/list-conversations.ts'
import type { ConversationRow } from '../conversations/list-queries.ts'

interface Wanted {
  readonly after?: string | undefined
  readonly pageSize: number
}

type TextedConversation = ConversationRow & { readonly message: NonNullable<ConversationRow['message']> }

interface FoundConversations {
  readonly conversations: readonly TextedConversation[]
  readonly nextCursor: string | undefined
}

/** A page of the advisor's conversations for an application, as the advisor's inbox lists them. */
export const readConversations = (
  database: Database,
  { advisorId, actor, traceId }: journal.Author,
  { after, pageSize }: Wanted,
): Promise<FoundConversations> =>
  inTransaction(database, async tx => {
    const found = await listConversations(tx, advisorId, { filter: 'all', cursor: after, limit: pageSize })
    const conversations = found.conversations.filter(
      (conversation): conversation is TextedConversation => conversation.message !== null,
    )
    if (conversations.length > 0) {
      await journal.recordAct(tx, {
        owner: { advisorId },
        actor,
        traceId,
        kind: 'conversation.listed',
        subject: { kind: 'advisor', id: advisorId },
        facts: { memberIds: conversations.map(({ memberId }) => memberId) },
      })
    }
    return { conversations, nextCursor: found.nextCursor }
  })

import type { Conversation } from '@parley/contract'

type Shown = Pick<Conversation, 'unreadText' | 'isFailed' | 'lastMessage'>

interface Snippet {
  readonly text: string
  /** This text was not delivered. */
  readonly isFailed: boolean
}

/** Texts that the service writes: consent requests, and replies to STOP and HELP. */
const prefixOf = ({ direction, kind }: NonNullable<Conversation['lastMessage']>): string =>
  direction === 'in' ? '' : kind === 'text' ? 'You: ' : kind === 'consent_request' ? 'Asked: ' : 'Automatic: '

/** Words of a row in the inbox. An unread reply comes first, so that a later text of the advisor does not hide it. */
export function snippetOf({ unreadText, isFailed, lastMessage }: Shown): Snippet {
  if (unreadText !== undefined) return { text: unreadText, isFailed: false }
  if (!lastMessage) return { text: 'No texts yet', isFailed: false }
  return { text: `${prefixOf(lastMessage)}${lastMessage.text}`, isFailed }
}

import type { Conversation } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import { snippetOf } from './snippet.ts'

const lastMessage: NonNullable<Conversation['lastMessage']> = {
  messageId: 1,
  direction: 'out',
  kind: 'text',
  text: 'Our office is closed on Friday',
  status: 'failed',
  dateTimeCreated: '2026-11-19T12:00:00.000Z',
  dateTimeUpdated: '2026-11-19T12:00:00.000Z',
}

describe('the words of a row in the inbox', () => {
  it('are the first unread reply, even after a later text that failed', () => {
    const conversation = { unreadText: 'Please call me', isFailed: true, lastMessage }
    expect(snippetOf(conversation)).toEqual({ text: 'Please call me', isFailed: false })
  })

  it.each([
    ['text', 'You: Our office is closed on Friday'],
    ['consent_request', 'Asked: Our office is closed on Friday'],
    ['stop_confirmation', 'Automatic: Our office is closed on Friday'],
  ] as const)('are the latest text if everything is read: %s', (kind, text) => {
    expect(snippetOf({ isFailed: true, lastMessage: { ...lastMessage, kind } })).toEqual({
      text,
      isFailed: true,
    })
  })

  it('say that there are no texts', () => {
    expect(snippetOf({ isFailed: false })).toEqual({ text: 'No texts yet', isFailed: false })
  })
})

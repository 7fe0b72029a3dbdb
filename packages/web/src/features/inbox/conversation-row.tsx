import { VisuallyHidden } from '@mantine/core'
import type { Conversation } from '@parley/contract'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useMe } from '../../lib/me/use-me.ts'
import { isShared, nameOf } from '../../lib/people.ts'
import { showBrief } from '../../lib/time.ts'
import { ConsentBadge } from '../../ui/consent-badge.tsx'
import { PersonMark } from '../../ui/person-mark.tsx'
import classes from './inbox.module.css'
import { snippetOf } from './snippet.ts'
import { focusThread } from './thread-focus.ts'

interface RowProps {
  readonly conversation: Conversation
  readonly isOpen: boolean
  /** The list is one tab stop: this row. */
  readonly isTabStop: boolean
}

export const ConversationRow = memo(function ConversationRow({ conversation, isOpen, isTabStop }: RowProps) {
  const { timeZone } = useMe()
  const { memberId, unreadCount, lastMessage, consent } = conversation
  const snippet = snippetOf(conversation)
  const name = nameOf(conversation)
  return (
    <Link
      from="/inbox"
      to="/inbox/$memberId"
      params={{ memberId }}
      search={now => now}
      className={classes['row']}
      data-open={isOpen || undefined}
      data-unread={unreadCount > 0 || undefined}
      aria-current={isOpen || undefined}
      tabIndex={isTabStop ? 0 : -1}
      // Enter, not a pointer.
      onClick={({ detail }) => detail === 0 && focusThread(memberId)}
      preload={false}
    >
      <PersonMark name={name} size={40} isShared={isShared(conversation)} />
      <span className={classes['rowWords']}>
        <span className={classes['rowTop']}>
          <span className={classes['rowName']} data-name>
            {name}
          </span>
          <ConsentBadge consent={consent} brief={consent !== 'opted_out' && consent !== 'declined'} />
          {lastMessage && (
            <time className={classes['rowTime']} dateTime={lastMessage.dateTimeCreated}>
              {showBrief(lastMessage.dateTimeCreated, timeZone)}
            </time>
          )}
        </span>
        <span className={classes['rowBottom']}>
          {snippet.isFailed && (
            <span className={classes['rowFailed']}>
              <IconAlertTriangleFilled size={13} aria-hidden /> Not delivered
            </span>
          )}
          <span className={classes['rowText']}>{snippet.text}</span>
          {unreadCount > 0 && (
            <span className={classes['rowUnread']}>
              {unreadCount}
              <VisuallyHidden> unread</VisuallyHidden>
            </span>
          )}
        </span>
      </span>
    </Link>
  )
})

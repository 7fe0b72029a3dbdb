import { Button } from '@mantine/core'
import type { Conversation, ThreadItem } from '@parley/contract'
import { IconMessageCircle } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { nameOf } from '../../lib/people.ts'
import { dayOf, showDay } from '../../lib/time.ts'
import { Empty, WaitingLines, Wrong } from '../../ui/states.tsx'
import { addToDraft } from '../compose/drafts.ts'
import { thread } from './inbox-queries.ts'
import { replyDraft } from './reply-draft.ts'
import classes from './thread.module.css'
import { ThreadEntry } from './thread-entry.tsx'
import { focusThread } from './thread-focus.ts'

/** How far from its end a thread still counts as read to the end, in pixels. */
const nearEnd = 120

export function ThreadItems({ conversation }: { readonly conversation: Conversation }) {
  const { memberId } = conversation
  const me = useMe()
  const { timeZone } = me
  const query = useInfiniteQuery(thread(memberId))
  const items = useMemo(() => query.data?.pages.toReversed().flatMap(page => page.data) ?? [], [query.data])
  const scroll = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [isVisible, setIsVisible] = useState(!document.hidden)
  const heightBefore = useRef(0)
  const newest = items.at(-1)?.key
  const oldest = items[0]?.key

  // Scrolls to new texts only at the end; older items load above without moving the view.
  useLayoutEffect(() => {
    const box = scroll.current
    if (box && isAtEnd) box.scrollTop = box.scrollHeight
  }, [newest, isAtEnd])
  // Keeps the last text visible when the composer or a phone keyboard takes space.
  useEffect(() => {
    const box = scroll.current
    if (!box || !isAtEnd) return
    const watcher = new ResizeObserver(() => {
      box.scrollTop = box.scrollHeight
    })
    watcher.observe(box)
    return () => watcher.disconnect()
  }, [isAtEnd])
  // Runs when older items have loaded.
  useLayoutEffect(() => {
    const box = scroll.current
    if (!box) return
    if (heightBefore.current > 0) box.scrollTop += box.scrollHeight - heightBefore.current
    heightBefore.current = 0
  }, [oldest])
  useEffect(() => {
    const look = (): void => setIsVisible(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  const retry = useCallback(
    (text: string): void => {
      addToDraft(replyDraft(memberId), text)
      focusThread(memberId)
    },
    [memberId],
  )

  const latest = items.findLast(({ message }) => message)?.message?.messageId
  const isUnread = conversation.unreadCount > 0 || conversation.isFailed
  useEffect(() => {
    if (!isUnread || latest === undefined || !isAtEnd || !isVisible) return
    void call('markConversationRead', { params: { memberId }, body: { upToMessageId: latest } }).catch(
      () => undefined,
    )
  }, [memberId, isUnread, conversation.unreadCount, latest, isAtEnd, isVisible])

  return (
    <div
      className={classes['scroll']}
      ref={scroll}
      // A region that scrolls must be reachable by keyboard.
      tabIndex={0}
      role="log"
      aria-label="Texts"
      onScroll={({ currentTarget: box }) =>
        setIsAtEnd(box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd)
      }
    >
      {query.isPending && <WaitingLines lines={5} height={44} />}
      {query.isError && items.length === 0 && (
        <Wrong error={query.error} retry={() => void query.refetch()} />
      )}
      {query.isSuccess && items.length === 0 && (
        <Empty title="No texts yet" Icon={IconMessageCircle}>
          Texts and consent changes appear here.
        </Empty>
      )}
      {query.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes['older']}
          loading={query.isFetchingNextPage}
          onClick={() => {
            heightBefore.current = scroll.current?.scrollHeight ?? 0
            void query.fetchNextPage()
          }}
        >
          Show earlier texts
        </Button>
      )}
      {byDay(items, timeZone).map(({ day, at, entries }) => (
        <section key={day} className={classes['day']}>
          <h3 className={classes['dayName']}>
            <span>{showDay(at, timeZone)}</span>
          </h3>
          <ol className={classes['entries']}>
            {entries.map(item => (
              <ThreadEntry
                key={item.key}
                item={item}
                name={nameOf(conversation)}
                me={me}
                retry={conversation.verdict.canSend ? retry : undefined}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

interface Day {
  readonly day: string
  readonly at: string
  readonly entries: ThreadItem[]
}

function byDay(items: readonly ThreadItem[], timeZone: string): Day[] {
  const days: Day[] = []
  for (const item of items) {
    const day = dayOf(item.dateTime, timeZone)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(item)
    else days.push({ day, at: item.dateTime, entries: [item] })
  }
  return days
}

import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconInbox, IconPencilPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { useMe } from '../../lib/me/use-me.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Empty, WaitingLines, Wrong } from '../../ui/states.tsx'
import type { ConversationFilter } from './conversation-cache.ts'
import { ConversationRow } from './conversation-row.tsx'
import classes from './inbox.module.css'
import { type ConversationSearch, conversations } from './inbox-queries.ts'
import { useListKeys } from './use-list-keys.ts'

const filters: readonly { readonly value: ConversationFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'awaiting_consent', label: 'Waiting' },
  { value: 'declined', label: 'Declined' },
  { value: 'failed', label: 'Failed' },
]

const emptyWords: Record<ConversationFilter, readonly [title: string, words: string]> = {
  all: ['No texts yet', 'Send your first text. We’ll ask for permission first if you need it.'],
  unread: ['All read', 'New replies appear here automatically.'],
  awaiting_consent: [
    'No pending requests',
    'People you asked for consent appear here until they reply YES or NO.',
  ],
  declined: ['Nobody declined', 'People who replied NO to your consent request appear here.'],
  failed: ['No failed texts', 'Texts that a carrier could not deliver appear here.'],
}

const rowHeight = 76
const overscan = 12

export function ConversationList() {
  const { filter = 'all', search = '' } = useSearch({ from: '/inbox' })
  const { memberId: open } = useParams({ strict: false })
  const navigate = useNavigate()
  const query = useInfiniteQuery(conversations({ filter, search }))
  const rows = useMemo(() => query.data?.pages.flatMap(page => page.data) ?? [], [query.data])
  const scroll = useRef<HTMLDivElement>(null)
  const { tabStop, walk, onFocus } = useListKeys(rows, open, index => virtual.scrollToIndex(index), scroll)
  const virtual = useVirtualizer({
    count: rows.length + (query.hasNextPage ? 1 : 0),
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: index => rows[index]?.memberId ?? 'more',
    overscan,
    // The tab stop stays reachable when it is scrolled out of view.
    rangeExtractor: range =>
      [...new Set([...defaultRangeExtractor(range), ...(tabStop < 0 ? [] : [tabStop])])].toSorted(
        (one, other) => one - other,
      ),
  })
  const items = virtual.getVirtualItems()
  // Not the last rendered row: that can be the tab stop, far below.
  const last = (virtual.range?.endIndex ?? 0) + overscan
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useEffect(() => {
    if (last >= rows.length - 20 && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [last, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage])

  return (
    <section className={classes['listSide']} aria-label="Conversations">
      <header className={classes['listHeader']}>
        <div className={classes['listTitle']}>
          <h1>Inbox</h1>
          <Tooltip label="New text">
            <ActionIcon
              size="lg"
              variant="light"
              aria-label="New text"
              renderRoot={props => <Link to="/new" {...props} />}
            >
              <IconPencilPlus size={19} />
            </ActionIcon>
          </Tooltip>
        </div>
        <SearchField
          label="Search conversations"
          value={search}
          onSearch={words =>
            void navigate({ to: '.', search: now => ({ ...now, search: words || undefined }), replace: true })
          }
        />
        <nav className={classes['filters']} aria-label="Filter conversations">
          {filters.map(({ value, label }) => (
            <Link
              key={value}
              from="/inbox"
              to="."
              search={now => ({ ...now, filter: value === 'all' ? undefined : value })}
              // Without this, All would always be marked as current, whatever the URL says. A
              // conversation that is open beside the list makes no difference.
              activeOptions={{ explicitUndefined: true }}
              className={classes['filter']}
            >
              {label}
            </Link>
          ))}
        </nav>
      </header>
      <div className={classes['rows']} ref={scroll}>
        {query.isPending && <WaitingLines height={56} />}
        {query.isError && rows.length === 0 && (
          <Wrong error={query.error} retry={() => void query.refetch()} />
        )}
        {query.isSuccess && rows.length === 0 && <Nothing filter={filter} search={search} />}
        {rows.length > 0 && (
          <ul
            className={classes['virtual']}
            style={{ height: virtual.getTotalSize() }}
            onKeyDown={walk}
            onFocus={onFocus}
          >
            {items.map(({ index, key, start, size }) => {
              const conversation = rows[index]
              return (
                <li
                  key={key}
                  data-index={index}
                  className={classes['slot']}
                  style={{ height: size, transform: `translateY(${start}px)` }}
                >
                  {conversation ? (
                    <ConversationRow
                      conversation={conversation}
                      isOpen={conversation.memberId === open}
                      isTabStop={index === tabStop}
                    />
                  ) : (
                    <WaitingLines lines={1} height={48} />
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </section>
  )
}

function Nothing({ filter, search }: ConversationSearch) {
  const { textingNumber } = useMe()
  const [title, words] = emptyWords[filter]
  const hasNumber = textingNumber !== null
  if (search !== '') {
    return (
      <Empty Icon={IconInbox} title="No conversations found">
        Search by part of a name, email address or number.
      </Empty>
    )
  }
  const newText = <Button renderRoot={props => <Link to="/new" {...props} />}>New text</Button>
  return (
    <Empty Icon={IconInbox} title={title} action={filter === 'all' && hasNumber && newText}>
      {filter === 'all' && !hasNumber ? 'Texts appear here when the account has a texting number.' : words}
    </Empty>
  )
}

import { Button } from '@mantine/core'
import type { CountedEntry } from '@parley/contract'
import { IconArrowLeft, IconListSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { showTime } from '../../lib/time.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, WaitingLines, Wrong } from '../../ui/states.tsx'
import { countedLabels, showSeconds } from './figure-labels.ts'
import classes from './overview.module.css'
import { OverviewLink, useCountedSearch } from './overview-link.tsx'
import { dayAgo, daysOf, showLongDay, showRange } from './period.ts'

/** The entries that a figure counts. */
export function EntriesPage() {
  const { figure = 'texts', from = dayAgo(29), to = dayAgo(0), advisor } = useCountedSearch()
  const query = useInfiniteQuery({
    queryKey: ['listCountedEntries', figure, from, to, advisor],
    queryFn: ({ pageParam, signal }) =>
      call(
        'listCountedEntries',
        {
          query: {
            figure,
            from,
            to,
            cursor: pageParam,
            ...(advisor !== undefined && { advisorId: advisor }),
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const entries = query.data?.pages.flatMap(({ data }) => data) ?? []
  const total = query.data?.pages.at(-1)?.total
  const name = advisor === undefined ? undefined : entries[0]?.advisor.name
  const days = Map.groupBy(entries, ({ dateTime }) => dateTime.slice(0, 10))
  return (
    <Page
      title={name === undefined ? countedLabels[figure] : `${countedLabels[figure]}: ${name}`}
      lead={
        <>
          <OverviewLink search={{ days: daysOf(from, to), advisor }} className={classes['back']}>
            <IconArrowLeft size={15} aria-hidden />
            Overview
          </OverviewLink>
          <br />
          {total !== undefined && `${total.toLocaleString()} ${total === 1 ? 'entry' : 'entries'}, `}
          {showRange(from, to)}. Texts and phone numbers are not shown here.
        </>
      }
      isNarrow
    >
      {query.isPending && <WaitingLines />}
      {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {query.data && entries.length === 0 && (
        <Empty Icon={IconListSearch} title="Nothing in these days">
          Choose a longer period in the overview.
        </Empty>
      )}
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={showLongDay(day)}>
          <h2 className={classes['day']}>{showLongDay(day)} (UTC)</h2>
          <ul className={classes['entries']}>
            {ofDay.map(entry => (
              <Entry key={entry.entryId} entry={entry} hasAdvisor={advisor === undefined} />
            ))}
          </ul>
        </section>
      ))}
      {query.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Page>
  )
}

const kindWords: Readonly<Record<string, string>> = {
  'message.accepted': 'Text accepted',
  'message.delivered': 'Text delivered',
  'message.failed': 'Text failed',
  'message.undelivered': 'Text not delivered',
  'message.received': 'Reply received',
  'consent.requested': 'Consent requested',
  'consent.accepted': 'Consent given',
  'consent.revoked': 'Opted out',
}

interface EntryProps {
  readonly entry: CountedEntry
  readonly hasAdvisor: boolean
}

function Entry({ entry, hasAdvisor }: EntryProps) {
  const { entryId, dateTime, kind, advisor, actor, memberId, reason, waitedSeconds } = entry
  const details = [
    hasAdvisor && advisor.name,
    `by ${actorWords(actor, advisor.name)}`,
    waitedSeconds !== undefined && `answered after ${showSeconds(waitedSeconds)}`,
    reason?.replaceAll('_', ' '),
  ].filter(Boolean)
  return (
    <li>
      <time dateTime={dateTime}>{showTime(dateTime, 'UTC')}</time>
      <span className={classes['words']}>
        <strong>{kindWords[kind] ?? kind}</strong>
        <small>{details.join(' · ')}</small>
      </span>
      <span className={classes['ids']}>
        {memberId !== undefined && <span>Conversation {memberId}</span>}
        <span>Entry {entryId}</span>
      </span>
    </li>
  )
}

function actorWords({ kind, name, scheduledBy }: CountedEntry['actor'], advisor: string): string {
  switch (kind) {
    case 'advisor':
      return advisor
    case 'recipient':
      return 'the client'
    case 'system':
      if (scheduledBy) return `the schedule of ${actorWords(scheduledBy, advisor)}`
      return name ? `the service (${name})` : 'the service'
    case 'operator':
      return name ? `${name} (operator)` : 'the operator'
    case 'application':
      return name ?? 'an application'
    case 'assistant':
    case 'person':
      return name ?? 'somebody of the firm'
  }
}

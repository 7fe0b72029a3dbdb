import { Button, SegmentedControl, UnstyledButton } from '@mantine/core'
import type { FirmEntry } from '@parley/contract'
import { IconChevronDown, IconChevronRight, IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { showDay, showTime } from '../../lib/time.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, WaitingLines, Wrong } from '../../ui/states.tsx'
import { browserZone } from '../use-console.ts'
import { entryWords } from './entry-words.ts'
import { factLines } from './fact-lines.ts'
import classes from './journal.module.css'

const topics = [
  { value: 'all', label: 'All' },
  { value: 'people', label: 'People' },
  { value: 'texting', label: 'Texting' },
  { value: 'applications', label: 'Apps' },
  { value: 'sign-in', label: 'Sign-in' },
] as const
type Topic = (typeof topics)[number]['value']

/** What was done in the firm, and by whom. */
export function JournalPage() {
  const [topic, setTopic] = useState<Topic>('all')
  const about = topic === 'all' ? undefined : topic
  const query = useInfiniteQuery({
    queryKey: ['listFirmJournal', about],
    queryFn: ({ pageParam, signal }) =>
      call('listFirmJournal', { query: { about, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const entries = query.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Page
      title="Journal"
      lead="Everything that people, operators and directories did to the firm itself. Nothing here can be changed or deleted."
      isNarrow
    >
      <div className={classes['topics']}>
        <SegmentedControl
          aria-label="About"
          data={[...topics]}
          value={topic}
          onChange={value => setTopic(value)}
        />
      </div>
      {query.isPending && <WaitingLines />}
      {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {query.data && entries.length === 0 && (
        <Empty Icon={IconHistory} title="Nothing yet">
          What is done to people, policy, apps and sign-in appears here.
        </Empty>
      )}
      <Days entries={entries} />
      {query.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older entries
        </Button>
      )}
    </Page>
  )
}

function Days({ entries }: { readonly entries: readonly FirmEntry[] }) {
  const days = Map.groupBy(entries, ({ dateTime }) => showDay(dateTime, browserZone))
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h2 className={classes['day']}>{day}</h2>
      <ul className={classes['entries']}>
        {ofDay.map(entry => (
          <Entry key={entry.entryId} entry={entry} />
        ))}
      </ul>
    </section>
  ))
}

function Entry({ entry }: { readonly entry: FirmEntry }) {
  const [isOpen, setOpen] = useState(false)
  const Arrow = isOpen ? IconChevronDown : IconChevronRight
  const lines = factLines(entry.facts)
  return (
    <li>
      <UnstyledButton className={classes['entry']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <time dateTime={entry.dateTime}>{showTime(entry.dateTime, browserZone)}</time>
        <span className={classes['words']}>
          <strong>{entryWords(entry)}</strong>
          <small>by {actorWords(entry.actor)}</small>
        </span>
        <Arrow size={16} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <dl className={classes['facts']}>
          {lines.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt>Entry</dt>
            <dd>
              {entry.entryId} ({entry.kind})
            </dd>
          </div>
        </dl>
      )}
    </li>
  )
}

function actorWords({ kind, name }: FirmEntry['actor']): string {
  switch (kind) {
    case 'operator':
      return name ? `${name} (operator)` : 'the operator'
    case 'system':
      return name ? `the service (${name})` : 'the service'
    case 'application':
      return name ?? 'an application'
    case 'advisor':
      return 'the advisor'
    case 'recipient':
      return 'a client'
    case 'assistant':
    case 'person':
      return name ?? 'somebody of the firm'
  }
}

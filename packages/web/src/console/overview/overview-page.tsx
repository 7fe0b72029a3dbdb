import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { reading } from '../../lib/queries.ts'
import { showMoment } from '../../lib/time.ts'
import { Page } from '../../ui/page.tsx'
import { Wrong } from '../../ui/states.tsx'
import { browserZone } from '../use-console.ts'
import { AdvisorTable } from './advisor-table.tsx'
import { DayTable } from './day-table.tsx'
import { FigureCard } from './figure-card.tsx'
import { shownFigures } from './figure-labels.ts'
import classes from './overview.module.css'
import { OverviewLink, overviewPath, useOverviewSearch } from './overview-link.tsx'
import { periodOf, periods, usualDays } from './period.ts'

const refreshMs = 60_000

/** How texting goes in the firm, or of one advisor. */
export function OverviewPage() {
  const { days = usualDays, advisor } = useOverviewSearch()
  const navigate = useNavigate()
  const [view, setView] = useState<'charts' | 'table'>('charts')
  const { from, to } = periodOf(days)
  const query = useQuery({
    ...reading('getFirmOverview', {
      query: { from, to, ...(advisor !== undefined && { advisorId: advisor }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  const overview = query.data
  const go = (search: object): void =>
    void navigate({ to: overviewPath as never, search: search as never, replace: true })
  return (
    <Page
      title={overview?.advisor ? overview.advisor.name : 'Overview'}
      lead={
        overview?.advisor ? (
          <OverviewLink search={{ days }}>Show the whole firm</OverviewLink>
        ) : (
          'How texting goes in the firm. Every figure leads to what it counts.'
        )
      }
      actions={
        <>
          <SegmentedControl
            aria-label="View"
            data={[
              { value: 'charts', label: 'Charts' },
              { value: 'table', label: 'Table' },
            ]}
            value={view}
            onChange={value => setView(value === 'table' ? 'table' : 'charts')}
          />
          <SegmentedControl
            aria-label="Period"
            data={[...periods]}
            value={String(days)}
            onChange={value => go({ days: Number(value) === usualDays ? undefined : Number(value), advisor })}
          />
        </>
      }
    >
      {query.isPending && (
        <div className={classes['cards']} role="status" aria-label="Loading">
          {shownFigures.map(figure => (
            <Skeleton key={figure} height={282} radius={12} />
          ))}
        </div>
      )}
      {query.isError && !overview && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {overview && (
        <>
          {view === 'charts' ? (
            <div className={classes['cards']}>
              {shownFigures.map(figure => (
                <FigureCard key={figure} figure={figure} overview={overview} from={from} to={to} />
              ))}
            </div>
          ) : (
            <DayTable overview={overview} />
          )}
          <p className={classes['asOf']} role="status">
            {overview.dateTimeComplete
              ? `Counted up to ${showMoment(overview.dateTimeComplete, browserZone)}. Days are in UTC.`
              : `Catching up: ${overview.entriesBehind.toLocaleString()} journal ${overview.entriesBehind === 1 ? 'entry is' : 'entries are'} not counted yet. Days are in UTC.`}
            {query.isError && ' Could not refresh.'}
            {query.isError && (
              <Button variant="subtle" size="compact-sm" onClick={() => void query.refetch()}>
                Try again
              </Button>
            )}
          </p>
        </>
      )}
      {advisor === undefined && <AdvisorTable days={days} from={from} to={to} />}
    </Page>
  )
}

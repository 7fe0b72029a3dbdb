import { Button, SegmentedControl } from '@mantine/core'
import { IconCalendarTime, IconPencilPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { nameOf } from '../../lib/people.ts'
import { reading } from '../../lib/queries.ts'
import { showDay, showMoment, showTime } from '../../lib/time.ts'
import { useMe } from '../../lib/use-me.ts'
import { Page } from '../../ui/page.tsx'
import { Pager, useFilledPage } from '../../ui/pager.tsx'
import { Empty, WaitingLines, Wrong } from '../../ui/states.tsx'
import { frequencies } from '../compose/schedule.ts'
import { ScheduleDrawer } from './schedule-drawer.tsx'
import classes from './scheduled.module.css'

const Calendar = lazy(() => import('./calendar.tsx'))

const views = [
  { value: 'list', label: 'Upcoming' },
  { value: 'calendar', label: 'Calendar' },
  { value: 'past', label: 'Past' },
  { value: 'cancelled', label: 'Cancelled' },
] as const

/** The list is what is shown without a word. */
const viewOf = (value: string) =>
  views.flatMap(one => (one.value === value && one.value !== 'list' ? [one.value] : []))[0]

export function ScheduledPage() {
  const { view = 'list', schedule } = useSearch({ from: '/scheduled' })
  const navigate = useNavigate({ from: '/scheduled' })
  return (
    <Page
      title="Scheduled"
      lead="Consent is checked again each time, right before a text goes out."
      actions={
        <>
          <SegmentedControl
            aria-label="What to show"
            value={view}
            data={[...views]}
            onChange={value => void navigate({ search: { view: viewOf(value) } })}
          />
          <Button
            leftSection={<IconPencilPlus size={18} />}
            renderRoot={props => <Link to="/new" {...props} />}
          >
            New text
          </Button>
        </>
      }
    >
      {view === 'calendar' ? (
        <Suspense fallback={<WaitingLines lines={6} height={90} />}>
          <Calendar />
        </Suspense>
      ) : (
        <Schedules view={view} />
      )}
      <ScheduleDrawer
        scheduleId={schedule}
        close={() => void navigate({ search: now => ({ ...now, schedule: undefined }), replace: true })}
      />
    </Page>
  )
}

const lists = {
  list: {
    status: 'active',
    title: 'Nothing is scheduled',
    words: 'Write a text and choose “Send later”: once, or every week, month or year.',
  },
  past: { status: 'ended', title: 'Nothing is past', words: 'Texts whose time has come stand here.' },
  cancelled: {
    status: 'cancelled',
    title: 'Nothing was cancelled',
    words: 'Texts that you took back stand here.',
  },
} as const

function Schedules({ view }: { readonly view: keyof typeof lists }) {
  const { page = 1 } = useSearch({ from: '/scheduled' })
  const navigate = useNavigate({ from: '/scheduled' })
  const { timeZone } = useMe()
  const { status, title, words } = lists[view]
  const upcoming = useQuery({
    ...reading('listSchedules', { query: { status, page, pageSize: 50 } }),
    placeholderData: keepPreviousData,
  })
  useFilledPage(
    upcoming.data?.pageInfo,
    upcoming.data?.data.length ?? 0,
    to => void navigate({ search: now => ({ ...now, page: to }), replace: true }),
  )
  if (upcoming.isPending) return <WaitingLines height={64} />
  if (upcoming.isError) return <Wrong error={upcoming.error} retry={() => void upcoming.refetch()} />
  const rows = upcoming.data.data
  if (rows.length === 0) {
    return (
      <Empty Icon={IconCalendarTime} title={title}>
        {words}
      </Empty>
    )
  }
  return (
    <>
      <ul className={classes['list']}>
        {rows.map(one => {
          const at = one.nextDeliveryDate ?? one.deliveryDate
          return (
            <li key={one.scheduleId}>
              <Link
                from="/scheduled"
                to="."
                search={now => ({ ...now, schedule: one.scheduleId })}
                className={classes['item']}
              >
                <span className={classes['when']}>
                  <strong>{showDay(at, timeZone)}</strong>
                  <span title={showMoment(at, timeZone)}>{showTime(at, timeZone)}</span>
                </span>
                <span className={classes['what']}>
                  <strong>{nameOf(one)}</strong>
                  <span>{one.text}</span>
                </span>
                <span className={classes['tag']} data-status={one.status}>
                  {one.status === 'cancelled'
                    ? 'Cancelled'
                    : one.endReason === 'opted_out'
                      ? 'Ended: opted out'
                      : one.status === 'ended'
                        ? 'Done'
                        : frequencies[one.frequency]}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      <Pager
        info={upcoming.data.pageInfo}
        noun="texts"
        onPage={to => void navigate({ search: now => ({ ...now, page: to }) })}
      />
    </>
  )
}

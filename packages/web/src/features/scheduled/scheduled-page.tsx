import { Button, SegmentedControl } from '@mantine/core'
import { IconCalendarTime, IconHandStop, IconPencilPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMe } from '../../lib/me/use-me.ts'
import { nameOf } from '../../lib/people.ts'
import { reading } from '../../lib/queries.ts'
import { showDay, showMoment, showTime } from '../../lib/time.ts'
import { usePendingDeletions } from '../../ui/delete-with-undo.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager, useFilledPage } from '../../ui/pager.tsx'
import { Empty, WaitingLines, Wrong } from '../../ui/states.tsx'
import { frequencies } from '../compose/schedule.ts'
import { ScheduleDrawer } from './schedule-drawer.tsx'
import { scheduleKey } from './schedule-key.ts'
import classes from './scheduled.module.css'

const Calendar = lazy(() => import('./calendar.tsx'))

const views = [
  { value: 'list', label: 'Upcoming' },
  { value: 'calendar', label: 'Calendar' },
  { value: 'held', label: 'On hold' },
  { value: 'past', label: 'Past' },
  { value: 'cancelled', label: 'Canceled' },
] as const

/** The list is the default view. */
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
            aria-label="View"
            className={classes['views']}
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
        <>
          {view === 'list' && <HeldNotice />}
          <Schedules view={view} />
        </>
      )}
      <ScheduleDrawer
        scheduleId={schedule}
        close={() => void navigate({ search: now => ({ ...now, schedule: undefined }), replace: true })}
      />
    </Page>
  )
}

/** Texts on hold are not sent until released, so the page points to them. */
function HeldNotice() {
  const held = useQuery(reading('listSchedules', { query: { status: 'held', page: 1, pageSize: 1 } }))
  const count = held.data?.pageInfo.totalRecord ?? 0
  if (count === 0) return null
  return (
    <div className={classes['notice']} role="status">
      <IconHandStop size={19} aria-hidden />
      <span>
        {count === 1 ? '1 text is' : `${count.toLocaleString()} texts are`} on hold because a contact’s number
        changed.
      </span>
      <Button
        variant="default"
        size="compact-sm"
        renderRoot={props => <Link from="/scheduled" to="." search={{ view: 'held' }} {...props} />}
      >
        Review
      </Button>
    </div>
  )
}

const lists = {
  list: {
    status: 'active',
    title: 'No scheduled texts',
    words: 'Write a text and choose “Send later”. It can repeat every day, week, month or year.',
  },
  held: {
    status: 'held',
    title: 'No texts on hold',
    words:
      'A text is held when its contact gets a different number. It waits here until you release it or choose Don’t send.',
  },
  past: { status: 'ended', title: 'No past texts', words: 'Scheduled texts that have ended appear here.' },
  cancelled: {
    status: 'cancelled',
    title: 'No canceled texts',
    words: 'Texts that you canceled appear here.',
  },
} as const

function Schedules({ view }: { readonly view: keyof typeof lists }) {
  const { page = 1 } = useSearch({ from: '/scheduled' })
  const navigate = useNavigate({ from: '/scheduled' })
  const { timeZone } = useMe()
  const { status, title, words } = lists[view]
  const gone = usePendingDeletions()
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
  const rows = upcoming.data.data.filter(({ scheduleId }) => !gone.has(scheduleKey(scheduleId)))
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
                  {one.status === 'held'
                    ? 'On hold'
                    : one.status === 'cancelled'
                      ? 'Canceled'
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

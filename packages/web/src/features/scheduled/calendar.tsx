import { ActionIcon, Button, Group, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { CalendarItem } from '@parley/contract'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useMe } from '../../lib/me/use-me.ts'
import { nameOf } from '../../lib/people.ts'
import { reading } from '../../lib/queries.ts'
import { refusalLabel } from '../../lib/refusal-labels.ts'
import { addDays, dayOf, momentOf, showTime } from '../../lib/time.ts'
import { usePendingDeletions } from '../../ui/delete-with-undo.tsx'
import { Wrong } from '../../ui/states.tsx'
import { scheduleKey } from './schedule-key.ts'
import classes from './scheduled.module.css'

/** Items that fit into one day of the grid. */
const shownPerDay = 3

const states: Record<CalendarItem['state'], string> = {
  due: 'Due',
  accepted: 'Sent',
  refused: 'Not sent',
  skipped: 'Skipped',
}

/** A month, from the Sunday before its first day. */
export default function Calendar() {
  const { timeZone } = useMe()
  const navigate = useNavigate({ from: '/scheduled' })
  const today = dayOf(Date.now(), timeZone)
  const { month = today.slice(0, 7) } = useSearch({ from: '/scheduled' })
  const days = useMemo(() => daysOf(month), [month])
  const from = momentOf(`${days[0]}T00:00`, timeZone)
  const to = momentOf(`${addDays(days.at(-1) ?? today, 1)}T00:00`, timeZone)
  const query = useQuery({
    ...reading('getScheduleCalendar', { query: { from, to } }),
    placeholderData: keepPreviousData,
  })
  const gone = usePendingDeletions()
  const byDay = useMemo(() => {
    const items = query.data?.items ?? []
    const shown = items.filter(item => item.state !== 'due' || !gone.has(scheduleKey(item.scheduleId)))
    return Map.groupBy(shown, item => dayOf(item.at, timeZone))
  }, [query.data, timeZone, gone])
  const [wholeDay, setWholeDay] = useState<string>()
  const isEmpty = query.data !== undefined && !days.some(day => day.startsWith(month) && byDay.has(day))
  const turn = (months: number): void => {
    const date = new Date(`${month}-15T00:00:00Z`)
    date.setUTCMonth(date.getUTCMonth() + months)
    void navigate({ search: now => ({ ...now, month: date.toISOString().slice(0, 7) }) })
  }
  const title = new Intl.DateTimeFormat(undefined, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-15T00:00:00Z`))
  const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' })
  return (
    <>
      <Group mb="sm" gap={8}>
        <ActionIcon variant="default" size="lg" aria-label="Previous month" onClick={() => turn(-1)}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label="Next month" onClick={() => turn(1)}>
          <IconChevronRight size={18} />
        </ActionIcon>
        <h2 className={classes['month']} aria-live="polite">
          {title}
        </h2>
        {month !== today.slice(0, 7) && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => void navigate({ search: now => ({ ...now, month: undefined }) })}
          >
            Today
          </Button>
        )}
      </Group>
      {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      <div className={classes['weekdays']} aria-hidden>
        {days.slice(0, 7).map(day => (
          <span key={day}>{weekday.format(new Date(`${day}T00:00:00Z`))}</span>
        ))}
      </div>
      <ol className={classes['grid']} aria-label={title}>
        {days.map(day => {
          const items = byDay.get(day) ?? []
          return (
            <li
              key={day}
              className={classes['cell']}
              data-outside={!day.startsWith(month) || undefined}
              data-today={day === today || undefined}
              data-empty={items.length === 0 || undefined}
            >
              <time dateTime={day} className={classes['number']}>
                <span className={classes['weekday']}>{weekday.format(new Date(`${day}T00:00:00Z`))} </span>
                {Number(day.slice(8))}
              </time>
              {items.slice(0, day === wholeDay ? items.length : shownPerDay).map(item => (
                <Link
                  key={`${item.scheduleId} ${item.at}`}
                  from="/scheduled"
                  to="."
                  search={now => ({ ...now, schedule: item.scheduleId })}
                  className={classes['due']}
                  data-state={item.state}
                  title={`${states[item.state]}${item.state === 'refused' ? `: ${refusalLabel(item.code)}` : ''}: ${item.text}`}
                >
                  <span>{showTime(item.at, timeZone)}</span> {nameOf(item)}
                  {item.state !== 'due' && <VisuallyHidden> {states[item.state]}</VisuallyHidden>}
                </Link>
              ))}
              {items.length > shownPerDay && day !== wholeDay && (
                <UnstyledButton className={classes['more']} onClick={() => setWholeDay(day)}>
                  {items.length - shownPerDay} more
                </UnstyledButton>
              )}
            </li>
          )
        })}
      </ol>
      {isEmpty && <p className={classes['nothing']}>Nothing is due in {title}.</p>}
      {query.data?.isCut && <p>This month has more texts than can be shown.</p>}
    </>
  )
}

function daysOf(month: string): string[] {
  const first = `${month}-01`
  const start = addDays(first, -new Date(`${first}T00:00:00Z`).getUTCDay())
  const days: string[] = []
  for (
    let day = start;
    days.length % 7 !== 0 || days.length === 0 || day.startsWith(month);
    day = addDays(day, 1)
  ) {
    days.push(day)
  }
  return days
}

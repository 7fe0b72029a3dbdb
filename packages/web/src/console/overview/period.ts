import type { FirmOverview } from '@parley/contract'

/** Days to choose from. */
export const periods = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'Year' },
] as const
export const usualDays = 30

/** Days are those of UTC, as they are counted. */
export const dayAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

export const periodOf = (days: number): { readonly from: string; readonly to: string } => ({
  from: dayAgo(days - 1),
  to: dayAgo(0),
})

const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const longDayFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
export const showShortDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`))
export const showLongDay = (day: string): string => longDayFormat.format(new Date(`${day}T00:00:00Z`))

export function showRange(from: string, to: string): string {
  if (from === to) return showLongDay(from)
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  return `${isOneYear ? showShortDay(from) : showLongDay(from)} – ${showLongDay(to)}`
}

/** The period to choose that has as many days. Undefined: none has. */
export function daysOf(from: string, to: string): number | undefined {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return periods.some(({ value }) => value === String(days)) ? days : undefined
}

type Day = FirmOverview['series'][number]

/** One mark of a chart: a day, or several. */
export interface ChartStep {
  readonly from: string
  readonly to: string
  /** Undefined: nothing to show. */
  readonly value: number | undefined
}

const daysOfStep = 7
const stepsMax = 120

/** Weeks where days would be too narrow. Only what can be added is joined: a median cannot. */
export function stepsOf(
  series: readonly Day[],
  valueOf: (figures: Day) => number | undefined,
  canBeAdded: boolean,
): ChartStep[] {
  if (!canBeAdded || series.length <= stepsMax)
    return series.map(day => ({ from: day.day, to: day.day, value: valueOf(day) }))
  const steps: ChartStep[] = []
  for (let end = series.length; end > 0; end -= daysOfStep) {
    const days = series.slice(Math.max(0, end - daysOfStep), end)
    const [first, last] = [days[0], days.at(-1)]
    if (first && last) steps.unshift({ from: first.day, to: last.day, value: valueOf(sumOf(days, first)) })
  }
  return steps
}

function sumOf(days: readonly Day[], first: Day): Day {
  const sum = (figure: 'texts' | 'replies' | 'consentsAsked' | 'consentsGiven' | 'optOuts' | 'failures') =>
    days.reduce((total, day) => total + day[figure], 0)
  return {
    ...first,
    texts: sum('texts'),
    replies: sum('replies'),
    consentsAsked: sum('consentsAsked'),
    consentsGiven: sum('consentsGiven'),
    optOuts: sum('optOuts'),
    failures: sum('failures'),
  }
}

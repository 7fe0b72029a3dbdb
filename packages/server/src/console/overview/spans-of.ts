/** Days from one up to, and not including, another: as YYYY-MM-DD. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** A part of a range that is read by days or by whole months. */
export interface Span extends DayRange {
  readonly grain: 'day' | 'month'
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** The day so many days later. */
export const addDays = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000))

export const daysIn = ({ from, to }: DayRange): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000

/** The whole months of a range, and the days before and after them. A year of 1,000 advisors is then 50,000 rows, not 365,000. */
export function spansOf({ from, to }: DayRange): Span[] {
  const firstMonth = from.endsWith('-01') ? from : monthAfter(from)
  const lastMonth = `${to.slice(0, 7)}-01`
  if (firstMonth >= lastMonth) return [{ grain: 'day', from, to }]
  const spans: Span[] = [
    { grain: 'day', from, to: firstMonth },
    { grain: 'month', from: firstMonth, to: lastMonth },
    { grain: 'day', from: lastMonth, to },
  ]
  return spans.filter(span => span.from < span.to)
}

function monthAfter(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return dayOf(new Date(Date.UTC(year, month, 1)))
}

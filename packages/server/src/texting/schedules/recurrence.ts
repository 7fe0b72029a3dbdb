import { Temporal } from 'temporal-polyfill'

/** 0 once, 1 daily, 2 weekly, 3 every two weeks, 4 monthly, 5 quarterly, 6 yearly. */
export type Frequency = 0 | 1 | 2 | 3 | 4 | 5 | 6

export interface Recurrence {
  readonly startsAt: Date
  readonly frequency: Frequency
  readonly timeZone: string
}

const stepOf = {
  1: { days: 1 },
  2: { days: 7 },
  3: { days: 14 },
  4: { months: 1 },
  5: { months: 3 },
  6: { months: 12 },
} as const satisfies Record<Exclude<Frequency, 0>, { readonly days: number } | { readonly months: number }>

/**
 * When the occurrence with this index (from 0) is due, or undefined if there is none. The first is the exact instant
 * given. Later ones keep its wall-clock time on days counted from its day: a 31st falls back to the last day of a
 * shorter month and then returns. A time skipped by a clock change moves forward by the gap; of a time that occurs
 * twice, the first counts.
 */
export function occurrenceAt({ startsAt, frequency, timeZone }: Recurrence, index: number): Date | undefined {
  if (index === 0) return startsAt
  if (frequency === 0) return undefined
  const start = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime()).toZonedDateTimeISO(timeZone)
  const step = stepOf[frequency]
  const day = start
    .toPlainDate()
    .add('days' in step ? { days: step.days * index } : { months: step.months * index })
  const due = day.toPlainDateTime(start.toPlainTime()).toZonedDateTime(timeZone)
  return new Date(due.epochMilliseconds)
}

/**
 * The index of an occurrence shortly before a moment; may be negative. Clock changes and time zones shift it by hours
 * only.
 */
export function indexBefore({ startsAt, frequency }: Recurrence, moment: Date): number {
  if (frequency === 0) return 0
  const step = stepOf[frequency]
  if ('days' in step) {
    return Math.floor((moment.getTime() - startsAt.getTime()) / (step.days * 86_400_000)) - 2
  }
  const monthOf = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth()
  return Math.floor((monthOf(moment) - monthOf(startsAt)) / step.months) - 2
}

// When a recurring text is due. PARLEY_TEST_SHARE=1 tries every zone with a transition from 2026 to 2028.
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { type Frequency, occurrenceAt } from './recurrence.ts'

const frequencies: readonly Frequency[] = [1, 2, 3, 4, 5, 6]

/** Occurrences in the zone's local time. */
const shown = (startsAt: string, frequency: Frequency, timeZone: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const due = occurrenceAt({ startsAt: new Date(startsAt), frequency, timeZone }, index)
    return wallClock(due as Date, timeZone)
  })

const newYork = 'America/New_York'

describe('the days', () => {
  it('a 31st falls back to the last day of a shorter month and returns', () => {
    expect(shown('2027-01-31T15:00:00Z', 4, newYork, 5)).toEqual([
      '2027-01-31 10:00:00',
      '2027-02-28 10:00:00',
      '2027-03-31 10:00:00',
      '2027-04-30 10:00:00',
      '2027-05-31 10:00:00',
    ])
    expect(shown('2027-11-30T15:00:00Z', 5, newYork, 3)).toEqual([
      '2027-11-30 10:00:00',
      '2028-02-29 10:00:00',
      '2028-05-30 10:00:00',
    ])
  })

  it('a 29 February falls back to the 28th and returns in leap years', () => {
    const years = shown('2028-02-29T15:00:00Z', 6, newYork, 5)
    expect(years.map(text => text.slice(0, 10))).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ])
  })

  it('are one, seven or fourteen apart', () => {
    expect(shown('2026-06-29T14:00:00Z', 1, newYork, 3)[2]).toBe('2026-07-01 10:00:00')
    expect(shown('2026-06-29T14:00:00Z', 2, newYork, 3)[2]).toBe('2026-07-13 10:00:00')
    expect(shown('2026-06-29T14:00:00Z', 3, newYork, 3)[2]).toBe('2026-07-27 10:00:00')
  })

  it('are those of the zone, not of UTC', () => {
    // The evening of the 31st in New York is the 1st in UTC.
    expect(shown('2027-02-01T03:00:00Z', 4, newYork, 3)).toEqual([
      '2027-01-31 22:00:00',
      '2027-02-28 22:00:00',
      '2027-03-31 22:00:00',
    ])
  })
})

describe('the time of day', () => {
  it('stays when the clocks change', () => {
    expect(shown('2026-10-30T14:00:00Z', 1, newYork, 4)).toEqual([
      '2026-10-30 10:00:00',
      '2026-10-31 10:00:00',
      '2026-11-01 10:00:00',
      '2026-11-02 10:00:00',
    ])
  })

  it('that a clock change skips moves forward, once', () => {
    expect(shown('2026-03-07T07:30:00Z', 1, newYork, 3)).toEqual([
      '2026-03-07 02:30:00',
      '2026-03-08 03:30:00',
      '2026-03-09 02:30:00',
    ])
  })

  it('that occurs twice means the first', () => {
    const start = { startsAt: new Date('2026-10-31T05:30:00Z'), frequency: 1, timeZone: newYork } as const
    expect(occurrenceAt(start, 1)?.toISOString()).toBe('2026-11-01T05:30:00.000Z')
    expect(occurrenceAt(start, 2)?.toISOString()).toBe('2026-11-02T06:30:00.000Z')
  })

  it('of the first is the exact instant given, even the second of a repeated time', () => {
    const startsAt = new Date('2026-11-01T06:30:00.123Z')
    expect(occurrenceAt({ startsAt, frequency: 1, timeZone: newYork }, 0)).toEqual(startsAt)
    expect(occurrenceAt({ startsAt, frequency: 1, timeZone: newYork }, 1)?.toISOString()).toBe(
      '2026-11-02T06:30:00.123Z',
    )
  })
})

it('a one-time schedule has no second occurrence', () => {
  const once = { startsAt: new Date(), frequency: 0, timeZone: newYork } as const
  expect([occurrenceAt(once, 0), occurrenceAt(once, 1)]).toEqual([once.startsAt, undefined])
})

// The checks below do not use Temporal: plain calendar arithmetic, and Intl for the clocks.

const formats = new Map<string, Intl.DateTimeFormat>()
function wallClock(instant: Date | number, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    // The Swedish locale formats dates as ISO 8601.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(timeZone, format)
  }
  return format.format(instant)
}

interface Transition {
  readonly timeZone: string
  readonly at: number
  /** Milliseconds that local time is ahead of UTC. */
  readonly before: number
  readonly after: number
}

function transitionsOf(timeZone: string): Transition[] {
  const found: Transition[] = []
  let at = Temporal.Instant.from('2026-01-01T00:00:00Z').toZonedDateTimeISO(timeZone)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (!next || next.year > 2028) return found
    const before = next.subtract({ nanoseconds: 1 }).offsetNanoseconds / 1e6
    found.push({ timeZone, at: next.epochMilliseconds, before, after: next.offsetNanoseconds / 1e6 })
    at = next
  }
}

const secondMs = 1_000
const dayMs = 86_400_000

/** Local times, as if in UTC, at and around the edges of what is skipped or repeated. */
function timesAround({ at, before, after }: Transition): number[] {
  const edges = [at + before, at + after, at + (before + after) / 2]
  return edges.flatMap(edge => [edge - secondMs, edge, edge + secondMs])
}

/** Shifts a local time by days or months, as if in UTC, by plain calendar arithmetic. */
function shifted(local: number, frequency: Frequency, count: number): number {
  const days = { 1: 1, 2: 7, 3: 14 }[frequency as 1]
  if (days !== undefined) return local + days * count * dayMs
  const months = { 4: 1, 5: 3, 6: 12 }[frequency as 4] * count
  const day = new Date(local)
  const lastDay = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months + 1, 0)).getUTCDate()
  return Date.UTC(
    day.getUTCFullYear(),
    day.getUTCMonth() + months,
    Math.min(day.getUTCDate(), lastDay),
    0,
    0,
    0,
    ((local % dayMs) + dayMs) % dayMs,
  )
}

const written = (local: number): string => new Date(local).toISOString().replace('T', ' ').slice(0, 19)

/**
 * When the zone's clocks show this time: the first such instant, or, if skipped, the instant without the clock change.
 */
function expectedInstant(local: number, { timeZone, before, after }: Transition): number {
  const shows = [local - before, local - after]
    .toSorted((one, other) => one - other)
    .filter(instant => wallClock(instant, timeZone) === written(local))
  return shows[0] ?? local - before
}

const share = Number(process.env['PARLEY_TEST_SHARE'] ?? 0.1)
const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => index % Math.round(1 / share) === 0)

it(
  `every transition of ${zones.length} zones, every frequency: one occurrence per intended day, at the right time`,
  () => {
    const seen = { gaps: 0, overlaps: 0 }
    for (const transition of zones.flatMap(transitionsOf)) {
      const { timeZone, before, after } = transition
      for (const local of timesAround(transition)) {
        for (const frequency of frequencies) {
          // A series that began two steps earlier, so that its third occurrence falls on the transition.
          const startLocal = shifted(local, frequency, -2)
          const start = firstShown(startLocal, timeZone)
          // If the day itself fell back on the way, the series misses the transition.
          if (start === undefined || shifted(startLocal, frequency, 2) !== local) continue
          const due = Array.from({ length: 5 }, (_, index) =>
            occurrenceAt({ startsAt: new Date(start), frequency, timeZone }, index)?.getTime(),
          ) as number[]
          const where = `${timeZone} ${written(local)} frequency ${frequency}`
          expect(due[2], where).toBe(expectedInstant(local, transition))
          if (wallClock(due[2] as number, timeZone) !== written(local)) seen.gaps += 1
          if (after < before && wallClock((due[2] as number) + before - after, timeZone) === written(local)) {
            seen.overlaps += 1
          }
          // In order, no duplicates, each on its day.
          for (const [index, instant] of due.entries()) {
            if (index > 0) expect(instant, where).toBeGreaterThan(due[index - 1] as number)
            const meant = written(shifted(startLocal, frequency, index))
            const isShown = wallClock(instant, timeZone) === meant
            if (!isShown)
              expect(firstShown(shifted(startLocal, frequency, index), timeZone), where).toBe(undefined)
          }
        }
      }
    }
    expect(seen.gaps).toBeGreaterThan(0)
    expect(seen.overlaps).toBeGreaterThan(0)
  },
  20 * 60_000,
)

/** The first instant at which the zone's clocks show this time, or undefined if they skip it. */
function firstShown(local: number, timeZone: string): number | undefined {
  const offsets = new Set([-dayMs, 0, dayMs].map(away => offsetAt(local + away, timeZone)))
  return [...offsets]
    .map(offset => local - offset)
    .toSorted((one, other) => one - other)
    .find(instant => wallClock(instant, timeZone) === written(local))
}

const offsetAt = (instant: number, timeZone: string): number =>
  Date.parse(`${wallClock(instant, timeZone).replace(' ', 'T')}Z`) - Math.floor(instant / secondMs) * secondMs

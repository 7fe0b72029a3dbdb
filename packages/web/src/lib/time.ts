// Times are shown and chosen in the advisor's time zone, which need not be the browser's.

const formats = new Map<string, Intl.DateTimeFormat>()

function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`
  let found = formats.get(key)
  if (!found) {
    found = new Intl.DateTimeFormat(undefined, { ...options, timeZone })
    formats.set(key, found)
  }
  return found
}

type Moment = string | number | Date

const parts = new Map<string, Intl.DateTimeFormat>()

/** The wall clock time of a zone as `YYYY-MM-DDTHH:MM`, the format of a form field. */
export function wallTime(moment: Moment, timeZone: string): string {
  let formatter = parts.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    parts.set(timeZone, formatter)
  }
  const found = Object.fromEntries(
    formatter.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]),
  )
  return `${found['year']}-${found['month']}-${found['day']}T${found['hour']}:${found['minute']}`
}

export const dayOf = (moment: Moment, timeZone: string): string => wallTime(moment, timeZone).slice(0, 10)

/**
 * The instant of a wall clock time in a zone, computed as the service does: a time skipped by a clock change moves forward
 * by the skipped amount; of a time that occurs twice, the first counts.
 */
export function momentOf(wall: string, timeZone: string): number {
  const asUtc = Date.parse(`${wall}:00Z`)
  const shift = (moment: number): number => Date.parse(`${wallTime(moment, timeZone)}:00Z`) - moment
  // Offsets a day before and a day after differ if the clock changes in between.
  const before = asUtc - shift(asUtc - 86_400_000)
  const after = asUtc - shift(asUtc + 86_400_000)
  const right = [before, after].filter(moment => wallTime(moment, timeZone) === wall)
  return right.length === 0 ? before : Math.min(...right)
}

/** The same wall clock time some days later. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

export const showTime = (moment: Moment, timeZone: string): string =>
  format(timeZone, { hour: 'numeric', minute: '2-digit' }).format(new Date(moment))

export const showDate = (moment: Moment, timeZone: string): string =>
  format(timeZone, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(moment))

export const showMoment = (moment: Moment, timeZone: string): string =>
  format(timeZone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(moment))

/** Today, Yesterday, a recent weekday, or the date. */
export function showDay(moment: Moment, timeZone: string, now: Moment = Date.now()): string {
  const day = dayOf(moment, timeZone)
  const today = dayOf(now, timeZone)
  if (day === today) return 'Today'
  if (day === addDays(today, -1)) return 'Yesterday'
  if (day === addDays(today, 1)) return 'Tomorrow'
  if (day > addDays(today, -7) && day < today) {
    return format(timeZone, { weekday: 'long' }).format(new Date(moment))
  }
  const sameYear = day.slice(0, 4) === today.slice(0, 4)
  return format(timeZone, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    ...(!sameYear && { year: 'numeric' }),
  }).format(new Date(moment))
}

/** Short form for lists. */
export function showBrief(moment: Moment, timeZone: string, now: Moment = Date.now()): string {
  const day = dayOf(moment, timeZone)
  const today = dayOf(now, timeZone)
  if (day === today) return showTime(moment, timeZone)
  if (day === addDays(today, -1)) return 'Yesterday'
  if (day > addDays(today, -7) && day < today) {
    return format(timeZone, { weekday: 'short' }).format(new Date(moment))
  }
  return format(timeZone, {
    day: 'numeric',
    month: 'short',
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
  }).format(new Date(moment))
}

/** Name of a zone as people say it, such as Eastern Time. */
export function showZone(timeZone: string): string {
  const found = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')
  return found?.value ?? timeZone
}

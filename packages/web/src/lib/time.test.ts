import { describe, expect, it } from 'vitest'
import { addDays, momentOf, showBrief, showDay, showZone, wallTime } from './time.ts'

const zone = 'America/New_York'

describe('a time in the advisor’s zone', () => {
  it.each([
    ['2026-07-01T09:00', '2026-07-01T13:00:00.000Z'],
    ['2026-12-01T09:00', '2026-12-01T14:00:00.000Z'],
    ['2026-11-01T00:30', '2026-11-01T04:30:00.000Z'],
    ['2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
  ])('%s is %s, and back', (wall, instant) => {
    expect(new Date(momentOf(wall, zone)).toISOString()).toBe(instant)
    expect(wallTime(instant, zone)).toBe(wall)
  })

  it.each([
    ['2026-11-01T01:30', zone, '2026-11-01T05:30:00.000Z'],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-04-05T02:30', 'Australia/Sydney', '2026-04-04T15:30:00.000Z'],
  ])('%s in %s occurs twice, and means the first: %s', (wall, zoneOfTwo, instant) => {
    expect(new Date(momentOf(wall, zoneOfTwo)).toISOString()).toBe(instant)
  })

  it('is correct around a clock change', () => {
    for (const day of ['2026-10-31', '2026-11-01', '2026-11-02', '2026-03-07', '2026-03-08', '2026-03-09']) {
      for (const time of ['00:00', '09:00', '12:00', '23:59']) {
        expect(wallTime(momentOf(`${day}T${time}`, zone), zone)).toBe(`${day}T${time}`)
      }
    }
  })

  it('that a clock change skips moves forward', () => {
    expect(new Date(momentOf('2026-03-08T02:30', zone)).toISOString()).toBe('2026-03-08T07:30:00.000Z')
    expect(new Date(momentOf('2026-03-29T02:30', 'Europe/Berlin')).toISOString()).toBe(
      '2026-03-29T01:30:00.000Z',
    )
  })

  it('is shown as a weekday if it is near', () => {
    const now = '2026-11-11T14:30:00.000Z'
    expect(showDay(now, zone, now)).toBe('Today')
    expect(showDay('2026-11-10T23:00:00.000Z', zone, now)).toBe('Yesterday')
    expect(showDay('2026-11-11T04:59:00.000Z', zone, now)).toBe('Yesterday')
    expect(showDay('2026-11-12T06:00:00.000Z', zone, now)).toBe('Tomorrow')
    expect(showBrief('2026-11-10T23:00:00.000Z', zone, now)).toBe('Yesterday')
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  })
})

it.each([
  ['America/New_York', 'Eastern Time'],
  ['America/Los_Angeles', 'Pacific Time'],
  ['Europe/Berlin', 'Central European Time'],
])('the zone %s is called %s', (timeZone, words) => {
  expect(showZone(timeZone)).toBe(words)
})

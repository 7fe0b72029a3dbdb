import { momentOf } from '../../lib/time.ts'

/** When a text goes out, by the advisor's clock. An empty time is now. */
export interface Schedule {
  readonly wall: string
  readonly frequency: number
}

export const noSchedule: Schedule = { wall: '', frequency: 0 }

export const frequencies = [
  'Once',
  'Every day',
  'Every week',
  'Every two weeks',
  'Every month',
  'Every quarter',
  'Every year',
]

interface ScheduleBody {
  readonly scheduleDelivery?: true
  readonly deliveryDate?: number
  readonly frequency?: number
}

/** How far ahead the service takes a text, at least and at most. */
export const soonestMs = 60_000
export const latestMs = 366 * 86_400_000

/** Why a text cannot go out then. The service refuses it too, in words for programs. */
export function mistakeIn({ wall }: Schedule, timeZone: string): string | undefined {
  if (wall === '') return undefined
  const aheadMs = momentOf(wall, timeZone) - Date.now()
  if (aheadMs < soonestMs) return 'Choose a time at least a minute from now.'
  return aheadMs > latestMs ? 'Choose a time within a year.' : undefined
}

export const scheduleBody = ({ wall, frequency }: Schedule, timeZone: string): ScheduleBody =>
  wall === '' ? {} : { scheduleDelivery: true, deliveryDate: momentOf(wall, timeZone), frequency }

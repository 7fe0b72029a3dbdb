import { momentOf } from '../../lib/time.ts'

/** When a text is sent, in the advisor's time zone. Empty means now. */
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

/** Earliest and latest delivery time that the service accepts. */
export const soonestMs = 60_000
export const latestMs = 366 * 86_400_000

/** Why a text cannot be scheduled for this time. The service checks it, too. */
export function mistakeIn({ wall }: Schedule, timeZone: string): string | undefined {
  if (wall === '') return undefined
  const aheadMs = momentOf(wall, timeZone) - Date.now()
  if (aheadMs < soonestMs) return 'Choose a time at least a minute from now.'
  return aheadMs > latestMs ? 'Choose a time within a year.' : undefined
}

export const scheduleBody = ({ wall, frequency }: Schedule, timeZone: string): ScheduleBody =>
  wall === '' ? {} : { scheduleDelivery: true, deliveryDate: momentOf(wall, timeZone), frequency }

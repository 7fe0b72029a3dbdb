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

export const scheduleBody = ({ wall, frequency }: Schedule, timeZone: string): ScheduleBody =>
  wall === '' ? {} : { scheduleDelivery: true, deliveryDate: momentOf(wall, timeZone), frequency }

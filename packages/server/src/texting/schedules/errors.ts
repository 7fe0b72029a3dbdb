import { Problem } from '../../http/problem.ts'

const mistake = (path: string, message: string): Problem =>
  new Problem('invalid_request', `The request does not fit the operation: ${path} ${message}.`, {
    details: { errors: [{ path, message }] },
  })

export const dateMissing = (): Problem => mistake('/deliveryDate', 'is required with scheduleDelivery')

export const notScheduled = (path: '/deliveryDate' | '/frequency'): Problem =>
  mistake(path, 'goes with scheduleDelivery true')

export const dateOutOfReach = (): Problem =>
  mistake('/deliveryDate', 'must be from one minute to 366 days ahead')

// The same words whether it never was or is another advisor's.
export const noSchedule = (): Problem =>
  new Problem('not_found', 'There is no such scheduled text on this advisor’s account.')

export const isOver = (status: 'ended' | 'cancelled'): Problem =>
  new Problem(
    'invalid_request',
    status === 'ended' ? 'The scheduled text has ended.' : 'The scheduled text was cancelled.',
  )

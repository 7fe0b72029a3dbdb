import { Problem } from '../../platform/problem/problem.ts'

const mistake = (path: string, message: string): Problem =>
  new Problem('invalid_request', `The request is invalid: ${path} ${message}.`, {
    details: { errors: [{ path, message }] },
  })

export const dateMissing = (): Problem => mistake('/deliveryDate', 'is required with scheduleDelivery')

export const notScheduled = (path: '/deliveryDate' | '/frequency'): Problem =>
  mistake(path, 'requires scheduleDelivery: true')

export const dateOutOfReach = (): Problem =>
  mistake('/deliveryDate', 'must be from one minute to 366 days ahead')

export const datePassed = (): Problem =>
  mistake('/deliveryDate', 'passed while the text was on hold: send a new one')

// The same text whether it never existed or belongs to another advisor, so as not to reveal which.
export const noSchedule = (): Problem =>
  new Problem('not_found', 'There is no such scheduled text on this advisor’s account.')

export const isOver = (status: 'ended' | 'cancelled'): Problem =>
  new Problem(
    'invalid_request',
    status === 'ended' ? 'The scheduled text has ended.' : 'The scheduled text was cancelled.',
  )

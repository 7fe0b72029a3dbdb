import { Problem } from '../../platform/problem/problem.ts'

export const noConversation = (): Problem =>
  new Problem('not_found', 'There is no such conversation on this advisor’s account.')

export const oddCursor = (): Problem =>
  new Problem('invalid_request', 'The cursor does not belong to this list.', {
    details: { errors: [{ path: '/cursor', message: 'is not a cursor of this list' }] },
  })

import { Problem } from '../../http/problem.ts'

export const noConversation = (): Problem =>
  new Problem('not_found', 'There is no such conversation on this advisor’s account.')

export const oddCursor = (): Problem =>
  new Problem('invalid_request', 'The cursor is not one that this list has given out.', {
    details: { errors: [{ path: '/cursor', message: 'is not one that this list has given out' }] },
  })

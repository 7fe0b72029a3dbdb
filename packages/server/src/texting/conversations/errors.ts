import { Problem } from '../../platform/problem/problem.ts'

export const noConversation = (): Problem =>
  new Problem('not_found', 'There is no such conversation on this advisor’s account.')

import { Problem } from '../../platform/problem/problem.ts'

export const noEndpoint = (): Problem =>
  new Problem('not_found', 'There is no such endpoint of this application.')

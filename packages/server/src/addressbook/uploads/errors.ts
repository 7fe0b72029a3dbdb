import { Problem } from '../../platform/problem/problem.ts'

export const noUpload = (): Problem =>
  new Problem('not_found', 'There is no such import on this advisor’s account.')

export const isBegun = (): Problem => new Problem('conflict', 'This import has already started.')

import { Problem } from './problem.ts'

/** An address that no route serves. */
export const nothingHere = (): Problem => new Problem('not_found', 'There is nothing at this address.')

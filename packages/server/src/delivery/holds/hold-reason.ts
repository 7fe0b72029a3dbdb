import { Problem } from '../../platform/problem/problem.ts'

/** An operator's action on a subject's texts, with the reason. */
export interface HoldAct {
  readonly reason: string
  readonly operator: string
}

const reasonCharactersMax = 500

export function readReason(reason: string): string {
  const given = reason.trim()
  if (given === '' || given.length > reasonCharactersMax) {
    throw new Problem('invalid_request', `Give a reason of 1 to ${reasonCharactersMax} characters.`)
  }
  return given
}

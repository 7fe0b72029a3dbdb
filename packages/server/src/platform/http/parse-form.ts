import { Problem } from '../problem/problem.ts'
import { hasTooManyParameters, parametersMax } from './parameter-limit.ts'
import { plusAsSpace } from './plus-as-space.ts'

/** Parses a form as browsers and carriers encode it. */
export function parseForm(body: string): URLSearchParams {
  if (hasTooManyParameters(body)) {
    throw new Problem('invalid_request', `The form has more than ${parametersMax} fields.`)
  }
  return new URLSearchParams(plusAsSpace(body))
}

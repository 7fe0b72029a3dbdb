import { Problem } from '../../http/problem.ts'
import type { Mistake } from './rules.ts'

/** Tells all mistakes at once, each under the field it is in. */
export function refuseMistakes(mistakes: Readonly<Record<string, Mistake>>): void {
  const errors = Object.entries(mistakes).flatMap(([field, message]) =>
    message === undefined ? [] : [{ path: `/${field}`, message }],
  )
  if (errors.length === 0) return
  throw new Problem('invalid_request', errors.map(({ message }) => message).join(' '), {
    details: { errors },
  })
}

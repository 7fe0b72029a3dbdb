import { Problem } from '../../platform/problem/problem.ts'
import type { Mistake } from './rules.ts'

/** Reports all errors at once, each under its field. */
export function refuseMistakes(mistakes: Readonly<Record<string, Mistake>>): void {
  const errors = Object.entries(mistakes).flatMap(([field, message]) =>
    message === undefined ? [] : [{ path: `/${field}`, message }],
  )
  if (errors.length === 0) return
  throw new Problem('invalid_request', errors.map(({ message }) => message).join(' '), {
    details: { errors },
  })
}

import { ContactUpsert } from '@parley/contract'
import { bodyValidator, type Validator, withoutNames } from '../../platform/problem/validation.ts'

interface LineError {
  readonly path: string
  readonly message: string
}

/** A line of a batch: what to write, or why not. */
export type UpsertLine =
  | { readonly externalId: string; readonly input: ContactUpsert; readonly errors?: undefined }
  | { readonly externalId: string | undefined; readonly errors: readonly LineError[] }

let validator: Validator | undefined

/** Checks each line by itself. An id that was given before is refused: which of the two is right is not known. */
export function upsertLinesOf(lines: readonly unknown[]): UpsertLine[] {
  validator ??= bodyValidator(withoutNames(ContactUpsert) as object)
  const firsts = new Map<string, number>()
  return lines.map((line, index) => {
    const judged = validator?.(line)
    const given = (line as { externalContactId?: unknown } | null)?.externalContactId
    const externalId = typeof given === 'string' && given !== '' ? given : undefined
    if (!judged || 'error' in judged) return { externalId, errors: errorsOf(judged?.error.details) }
    const input = judged.value as ContactUpsert
    const first = firsts.get(input.externalContactId)
    if (first !== undefined) {
      const message = `is already in line ${first} of this request, counted from 0`
      return { externalId, errors: [{ path: '/externalContactId', message }] }
    }
    firsts.set(input.externalContactId, index)
    return { externalId: input.externalContactId, input }
  })
}

const errorsOf = (details: unknown): readonly LineError[] =>
  (details as { errors: readonly LineError[] } | undefined)?.errors ?? []

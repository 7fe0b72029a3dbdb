import type { ApplicationAct } from '@parley/contract'
import type { SubjectRow } from '../journal/index.ts'

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** An action and its subject, as far as the entry says. */
export function shownAct({ entryId, at, kind, facts }: SubjectRow): ApplicationAct {
  const fields = (facts['fields'] ?? facts['after'] ?? {}) as Readonly<Record<string, unknown>>
  const phone = [facts['to'], facts['phone'], fields['phone']].map(textOf).find(found => found !== undefined)
  const name =
    textOf(facts['name']) ??
    textOf([fields['firstName'], fields['lastName']].filter(part => textOf(part)).join(' '))
  return {
    entryId,
    dateTime: at.toISOString(),
    kind,
    ...(phone !== undefined && /^\+[1-9]\d{7,14}$/.test(phone) ? { phone } : {}),
    ...(name === undefined ? {} : { name }),
  }
}

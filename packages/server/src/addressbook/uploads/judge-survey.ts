import type { Queryable } from '../../platform/db/pool.ts'
import { duplicatesOf, nameOf } from '../transfer/duplicates-of.ts'
import type { LineNote } from '../transfer/line-note.ts'
import { notesKept, type Survey } from './survey-file.ts'

export interface JudgedSurvey extends Omit<Survey, 'people'> {
  readonly duplicates: number
}

/** Compares the people of a file with the address book and with each other. */
export async function judgeSurvey(
  db: Queryable,
  advisorId: number,
  { people, ...survey }: Survey,
): Promise<JudgedSurvey> {
  const found = await duplicatesOf(db, advisorId, people)
  const known = new Set([...found.keys()].map(position => people[position]?.line ?? 0))
  const doubtful = new Set(
    survey.notes.flatMap(({ kind, line }) => (kind === 'doubt' && known.has(line) ? [line] : [])),
  )
  const notes = survey.notes.filter(({ kind, line }) => kind !== 'doubt' || !doubtful.has(line))
  const repeated = [...found].flatMap(([position, same]): LineNote[] => {
    const person = people[position]
    if (!person) return []
    const mistake = 'contactId' in same ? 'Already in your contacts' : 'Same person as in an earlier line'
    return [{ line: person.line, name: nameOf(person), kind: 'duplicate', mistake, cells: [] }]
  })
  return {
    ...survey,
    right: survey.right - found.size,
    doubtful: survey.doubtful - doubtful.size,
    duplicates: found.size,
    notes: [...notes, ...repeated].toSorted((one, other) => one.line - other.line).slice(0, notesKept),
  }
}

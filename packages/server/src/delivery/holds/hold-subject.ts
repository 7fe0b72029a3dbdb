import type * as journal from '../../journal/index.ts'
import type { SubjectIds } from './queries.ts'

/** Whose texts are held. */
export type HoldSubject =
  | { readonly kind: 'advisor'; readonly id: number; readonly name: string }
  | { readonly kind: 'firm'; readonly id: number; readonly name: string }
  | { readonly kind: 'application'; readonly id: number; readonly name: string }

export const idsOf = ({ kind, id }: HoldSubject): SubjectIds => [
  kind === 'advisor' ? id : null,
  kind === 'firm' ? id : null,
  kind === 'application' ? id : null,
]

/** The owner of the journal entry. Applications belong to the installation. */
export const ownerOf = ({ kind, id }: HoldSubject): journal.Owner => {
  if (kind === 'advisor') return { advisorId: id }
  return kind === 'firm' ? { firmId: id } : { installation: true }
}

import * as journal from '../../journal/index.ts'
import type { AppSession } from '../../platform/caller/app-session.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { PersonRow } from './queries.ts'
import type { PersonRecord } from './records.ts'

/** Who changes how a person signs in. What happens to an advisor belongs to their account, and otherwise to the firm. */
export interface PersonAuthor {
  readonly personId: number
  readonly owner: journal.Owner
  readonly actor: journal.Actor
  readonly traceId: string | null
  /** If somebody else does it to an advisor. */
  readonly alsoOfFirm?: number | undefined
}

interface Request {
  readonly session: AppSession
  readonly traceId: string
}

/** The author of a request about the person's own sign-in. */
export const personAuthorOf = ({
  session: { personId, firmId, hasAccount },
  traceId,
}: Request): PersonAuthor => ({
  personId,
  owner: hasAccount ? { advisorId: personId } : { firmId },
  actor: hasAccount ? { kind: 'advisor' } : { kind: 'person', personId },
  traceId,
})

/** The author of somebody who is signing in. */
export const signingInAuthorOf = (
  { id, firmId, identifier }: Pick<PersonRow, 'id' | 'firmId' | 'identifier'>,
  traceId: string,
): PersonAuthor => {
  const hasAccount = identifier !== null
  return {
    personId: id,
    owner: hasAccount ? { advisorId: id } : { firmId },
    actor: hasAccount ? { kind: 'advisor' } : { kind: 'person', personId: id },
    traceId,
  }
}

/** The author of what somebody else does to a person, such as an operator. */
export const authorAbout = (
  { id, firm, identifier }: Pick<PersonRecord, 'id' | 'firm' | 'identifier'>,
  actor: journal.Actor,
): PersonAuthor => ({
  personId: id,
  owner: identifier === null ? { firmId: firm.id } : { advisorId: id },
  actor,
  traceId: null,
  alsoOfFirm: identifier === null ? undefined : firm.id,
})

/** The same about whoever holds an account. */
export const authorAboutHolder = (
  {
    id,
    holderId,
    firm,
    identifier,
  }: Pick<PersonRecord, 'id' | 'firm' | 'identifier'> & {
    readonly holderId: number
  },
  actor: journal.Actor,
): PersonAuthor => authorAbout({ id: holderId, firm, identifier: holderId === id ? identifier : null }, actor)

export const recordOfPerson = (
  tx: Tx,
  { personId, owner, actor, traceId, alsoOfFirm }: PersonAuthor,
  { kind, facts }: Pick<journal.Entry, 'kind' | 'facts'>,
): Promise<void> =>
  journal.recordAct(tx, {
    owner,
    actor,
    traceId,
    alsoOfFirm,
    kind,
    subject: { kind: 'advisorId' in owner ? 'advisor' : 'person', id: personId },
    facts,
  })

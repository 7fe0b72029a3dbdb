import type { ContactUpsert, upsertOutcomes } from '@parley/contract'
import { ensureMembers } from '../../consent/index.ts'
import type { Author } from '../../journal/index.ts'
import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { required } from '../../platform/db/rows.ts'
import { type Idempotency, withoutIdempotency } from '../../platform/idempotency/idempotency.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { closeGroups, growAddressBook, touchAddressBook } from '../book.ts'
import { bornInFuture, unidentified } from '../errors.ts'
import { type Source, sourceNumber } from '../source.ts'
import { changeContacts } from './change-contacts.ts'
import {
  applyInput,
  type ContactFields,
  changedFields,
  isBornInFuture,
  isIdentified,
  noFields,
} from './contact-fields.ts'
import { createdEntry } from './created-entry.ts'
import { emailStatusOf } from './email-status.ts'
import type { FollowPhones } from './follow-phones.ts'
import { type ContactRow, fieldArrays, insertContacts, lockContactsByExternalId } from './queries.ts'
import type { UpsertLine } from './upsert-line.ts'

interface Parts {
  readonly database: Database
  readonly followPhones: FollowPhones
}

interface Batch {
  readonly source: Source
  readonly lines: readonly UpsertLine[]
}

// Types, not interfaces: only these count as JSON, which is kept for a repeated request.
type LineError = {
  readonly path: string
  readonly message: string
}

type UpsertResult = {
  readonly externalContactId?: string
  readonly contactId?: number
  readonly outcome: (typeof upsertOutcomes)[number]
  readonly errors?: LineError[]
}

/** What a valid line would do. */
interface Planned {
  readonly externalId: string
  readonly before: ContactRow | undefined
  readonly after: ContactFields
}

/** Creates and updates many contacts by the partner's own ids, in one transaction, with a result for each line. */
export async function upsertContacts(
  { database, followPhones }: Parts,
  author: Author,
  { source, lines }: Batch,
  idempotency: Idempotency = withoutIdempotency,
): Promise<readonly UpsertResult[]> {
  const { advisorId } = author
  const { results } = await inTransaction(database, tx =>
    runOnce(tx, idempotency, async () => {
      // Many contacts are locked, which only the writer that has closed the gate may do; and nobody else adds the same ids.
      await closeGroups(tx, [advisorId])
      const externalIds = lines.flatMap(line => (line.errors ? [] : line.externalId))
      const rows = await lockContactsByExternalId(tx, [advisorId, externalIds])
      const known = new Map(rows.map(row => [row.externalId, row]))
      const plans = new Map<string, Planned>()
      const answers = lines.map(line => planOf(line, known, plans))
      const planned = [...plans.values()]
      const memberIds = await membersOf(tx, advisorId, planned)
      const created = await create(tx, author, source, { planned, memberIds })
      const updated = planned.filter(plan => plan.before && changedFields(plan.before, plan.after).length > 0)
      const changes = updated.flatMap(({ before, after }) => (before ? [{ before, after }] : []))
      await changeContacts({ tx, followPhones }, author, { changes, memberIds })
      // Last: a firing locks its schedules before the address book.
      if (created.size > 0) await growAddressBook(tx, [advisorId, created.size, 0])
      else if (updated.length > 0) await touchAddressBook(tx, [advisorId])
      const isUpdated = new Set(updated.map(({ externalId }) => externalId))
      return {
        results: answers.map(answer => {
          const externalContactId = answer.externalContactId ?? ''
          const plan = plans.get(externalContactId)
          if (answer.outcome === 'failed' || !plan) return answer
          const contactId = plan.before?.id ?? created.get(externalContactId) ?? 0
          if (!plan.before) return { ...answer, contactId, outcome: 'created' as const }
          return {
            ...answer,
            contactId,
            outcome: isUpdated.has(externalContactId) ? ('updated' as const) : ('unchanged' as const),
          }
        }),
      }
    }),
  )
  return results
}

/** Plans a valid line; returns the result as far as it is known. */
function planOf(
  line: UpsertLine,
  known: ReadonlyMap<string, ContactRow>,
  plans: Map<string, Planned>,
): UpsertResult {
  const { externalId } = line
  const named = externalId === undefined ? {} : { externalContactId: externalId }
  if (line.errors) return { ...named, outcome: 'failed', errors: [...line.errors] }
  const { externalContactId, ...input } = line.input
  const before = known.get(externalContactId)
  const after = applyInput(before ?? noFields, input satisfies Omit<ContactUpsert, 'externalContactId'>)
  const problem = !isIdentified(after)
    ? unidentified()
    : isNewlyBornInFuture(before, after)
      ? bornInFuture()
      : undefined
  if (problem) {
    const { errors } = problem.details as { errors: LineError[] }
    return { ...named, outcome: 'failed', errors }
  }
  plans.set(externalContactId, { externalId: externalContactId, before, after })
  return { ...named, outcome: 'unchanged' }
}

/** A date that an older version accepted does not stop other changes, as in a single update. */
const isNewlyBornInFuture = (before: ContactFields | undefined, after: ContactFields): boolean =>
  before?.birthDate !== after.birthDate && isBornInFuture(after)

/** The members of all numbers that are new to their contact. */
async function membersOf(
  tx: Tx,
  advisorId: number,
  planned: readonly Planned[],
): Promise<ReadonlyMap<string, number>> {
  const phones = new Set(
    planned.flatMap(({ before, after }) => (after.phone === before?.phone ? [] : (after.phone ?? []))),
  )
  const wanted = [...phones].map(phone => ({ advisorId, phone }))
  const ids = wanted.length === 0 ? [] : await ensureMembers(tx, wanted)
  return new Map(wanted.map(({ phone }, index) => [phone, required(ids[index], 'the member of a number')]))
}

interface Planning {
  readonly planned: readonly Planned[]
  readonly memberIds: ReadonlyMap<string, number>
}

/** Returns the ids of the new contacts by their external ids. */
async function create(
  tx: Tx,
  author: Author,
  source: Source,
  { planned, memberIds }: Planning,
): Promise<ReadonlyMap<string, number>> {
  const added = planned.filter(({ before }) => !before)
  if (added.length === 0) return new Map()
  const rows = await insertContacts(tx, [
    author.advisorId,
    sourceNumber(source),
    0,
    added.map(({ after }) => emailStatusOf(after.emailAddress)),
    added.map(({ externalId }) => externalId),
    ...fieldArrays(added.map(({ after }) => after)),
  ])
  const created = added.map(({ externalId, after }, index) => ({
    ...required(rows[index], 'the row of a new contact'),
    source,
    fields: after,
    externalContactId: externalId,
    memberId: memberIds.get(after.phone ?? ''),
  }))
  await journal.append(
    tx,
    created.map(contact => createdEntry(author, contact)),
  )
  return new Map(created.map(({ externalContactId, id }) => [externalContactId, id]))
}

import { createHash } from 'node:crypto'
import { ensureMembers } from '../../consent/index.ts'
import * as journal from '../../journal/index.ts'
import { type Author, entryBy } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { closeGroups, growAddressBook, touchAddressBook } from '../book.ts'
import { type ContactFields, noFields } from '../contacts/contact-fields.ts'
import { createdEntry } from '../contacts/created-entry.ts'
import { emailStatusOf } from '../contacts/email-status.ts'
import { fieldArrays, insertContacts } from '../contacts/queries.ts'
import { noGroup } from '../errors.ts'
import { joinGroup, lockGroups } from '../groups/queries.ts'
import { sourceNumber } from '../source.ts'
import type { Watch } from './check-contacts.ts'
import type { ContactLine } from './contact-line.ts'
import { duplicatesOf, type SamePerson } from './duplicates-of.ts'
import { fillIn, withMissing } from './fill-in.ts'
import { noteOf } from './line-note.ts'
import type { ContactFile } from './open-contact-file.ts'
import { advanceImport, type ImportRow, insertImport, latestImport } from './queries.ts'

interface Import extends Watch {
  readonly file: ContactFile
  /** Every contact in the file joins this group. */
  readonly groupId?: number | undefined
  /** Import the file again although it was imported before. */
  readonly again?: boolean
}

interface Counts {
  readonly created: number
  readonly refused: number
  /** People who were in the address book already; what they lacked was filled in. */
  readonly duplicates: number
}

export type ImportReport =
  | (Counts & { readonly outcome: 'imported'; readonly continuedAfterLine: number | null })
  /** The file was already imported; nothing was done. */
  | (Counts & { readonly outcome: 'known'; readonly finishedAt: Date })

const source = 'File import'
const batchLines = 500

/**
 * Creates a contact for every valid line, in batches. Each batch commits together with the import's progress, so an
 * interrupted import resumes after its last batch: no line is imported twice and none is skipped. Lines rejected
 * earlier are reported again.
 */
export async function importContacts(
  database: Database,
  author: Author,
  { file, groupId, again = false, ...watch }: Import,
): Promise<ImportReport> {
  const found = await beginImport(database, author, { file, groupId, again })
  if (found.finishedAt) return { ...countsOf(found), outcome: 'known', finishedAt: found.finishedAt }
  let state = found
  let handled = 0
  let batch: ContactLine[] = []
  const flush = async (isFinished: boolean): Promise<void> => {
    state = await inTransaction(database, tx =>
      writeBatch(tx, author, { file, groupId, state, batch, isFinished }),
    )
    batch = []
  }
  for await (const line of file.lines(watch.onRead)) {
    const note = noteOf(line)
    if (note) watch.onNoted?.(note)
    if (line.line > state.lastLine) batch.push(line)
    if (batch.length === batchLines) await flush(false)
    handled += 1
    if (handled % batchLines === 0) watch.onProgress?.(handled)
  }
  await flush(true)
  return {
    ...countsOf(state),
    outcome: 'imported',
    continuedAfterLine: found.lastLine === 0 ? null : found.lastLine,
  }
}

const countsOf = ({ createdCount, refusedCount, duplicateCount }: ImportRow): Counts => ({
  created: createdCount,
  refused: refusedCount,
  duplicates: duplicateCount,
})

/** Identifies how a file is read: the field of each column, and the group its contacts join. */
export const readingDigestOf = (reading: string, groupId: number | undefined): Buffer =>
  createHash('sha256')
    .update(`${reading}\n${groupId ?? ''}`)
    .digest()

/** The import to resume, a new one, or the finished one. */
async function beginImport(
  database: Database,
  { advisorId }: Author,
  { file, groupId, again }: { file: ContactFile; groupId: number | undefined; again: boolean },
): Promise<ImportRow> {
  const readingDigest = readingDigestOf(file.reading, groupId)
  return inTransaction(database, async tx => {
    const [latest] = await latestImport(tx, [advisorId, file.digest])
    const isSame = latest?.readingDigest.equals(readingDigest)
    if (latest && isSame && !(again && latest.finishedAt)) return latest
    if (latest && !again) {
      throw new Problem(
        'conflict',
        'This file was imported before with other columns or another group. Nothing was imported.',
        { remedies: [{ do: 'import again' }] },
      )
    }
    const [begun] = await insertImport(tx, [advisorId, file.digest, (latest?.run ?? 0) + 1, readingDigest])
    if (!begun) throw new ImportTakenOver()
    return begun
  })
}

/** Another process has taken over this import. */
export class ImportTakenOver extends Problem {
  constructor() {
    super('conflict', 'Another process is importing this file. What it has done stays done.')
  }
}

interface Batch {
  readonly file: ContactFile
  readonly groupId: number | undefined
  readonly state: ImportRow
  readonly batch: readonly ContactLine[]
  readonly isFinished: boolean
}

async function writeBatch(
  tx: Tx,
  author: Author,
  { file, groupId, state, batch, isFinished }: Batch,
): Promise<ImportRow> {
  const { advisorId } = author
  const read = batch.flatMap(({ fields }) => fields ?? [])
  const advance = (created: number, duplicates: number): Promise<ImportRow[]> =>
    advanceImport(tx, [
      advisorId,
      file.digest,
      state.run,
      state.lastLine,
      batch.at(-1)?.line ?? state.lastLine,
      created,
      batch.length - read.length,
      isFinished,
      duplicates,
    ])
  // Before anybody is looked for: nobody may be deleted meanwhile, and known contacts are locked together.
  if (read.length > 0) await closeGroups(tx, [advisorId])
  const duplicates = await duplicatesOf(tx, advisorId, read)
  const { contacts, known } = sorted(read, duplicates)
  // Another process with the same file waits here and then sees that it is too late.
  const [advanced] = await advance(contacts.length, duplicates.size)
  if (!advanced) throw new ImportTakenOver()
  const isFilled = await fillIn(tx, author, known, groupId)
  if (contacts.length > 0) await writeContacts(tx, author, contacts, groupId)
  // Last, because every other writer of the advisor waits for it.
  if (contacts.length > 0) await growAddressBook(tx, [advisorId, contacts.length, 0])
  else if (isFilled) await touchAddressBook(tx, [advisorId])
  return advanced
}

/** New people, each with what later lines add, and what the file says about known contacts. */
function sorted(read: readonly ContactFields[], duplicates: ReadonlyMap<number, SamePerson>) {
  const added = new Map<number, ContactFields>()
  const known: { contactId: number; given: ContactFields }[] = []
  read.forEach((given, position) => {
    const same = duplicates.get(position)
    if (!same) added.set(position, given)
    else if ('contactId' in same) known.push({ contactId: same.contactId, given })
    else added.set(same.position, withMissing(added.get(same.position) ?? noFields, given))
  })
  return { contacts: [...added.values()], known }
}

async function writeContacts(
  tx: Tx,
  author: Author,
  contacts: readonly ContactFields[],
  groupId: number | undefined,
): Promise<void> {
  const { advisorId } = author
  const phones = contacts.flatMap(({ phone }) => phone ?? [])
  const memberIds = await ensureMembers(
    tx,
    phones.map(phone => ({ advisorId, phone })),
  )
  const members = new Map(phones.map((phone, index) => [phone, memberIds[index]]))
  const added = await insertContacts(tx, [
    advisorId,
    sourceNumber(source),
    groupId === undefined ? 0 : 1,
    contacts.map(({ emailAddress }) => emailStatusOf(emailAddress)),
    contacts.map(() => null),
    ...fieldArrays(contacts),
  ])
  const created = contacts.map((fields, index) => {
    const contact = added[index]
    if (!contact) throw new Error('insert returned too few rows')
    return { ...contact, source, fields, memberId: members.get(fields.phone ?? '') } as const
  })
  await journal.append(
    tx,
    created.map(contact => createdEntry(author, contact)),
  )
  if (groupId !== undefined) {
    const [group] = await lockGroups(tx, [advisorId, [groupId]])
    if (!group) throw noGroup()
    await joinGroup(tx, [advisorId, groupId, created.map(({ id }) => id)])
    await journal.append(
      tx,
      created.map(({ id, identifier, createdAt }) =>
        entryBy(author, createdAt, {
          kind: 'contact.groups_replaced',
          subject: { kind: 'contact', id },
          facts: { identifier, groupIds: [groupId], joined: [groupId], left: [] },
        }),
      ),
    )
  }
}

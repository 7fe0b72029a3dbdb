import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import { commitmentTo } from '../../packages/server/test/database/commitment-to.ts'
import type { Sent } from '../load/send.ts'
import { type Check, checkEach } from './check.ts'
import { answerOf } from './check-sends.ts'
import type { Records } from './records.ts'

interface JournalRow {
  readonly id: number
  readonly advisorId: number
  readonly atMs: number
  readonly kind: string
  readonly subjectId: number
  readonly entry: Entry
  readonly head: Buffer
  readonly facts: Buffer
  readonly salts: Buffer
  readonly digest: Buffer
}

interface Entry {
  /** Owner: exactly one of these three. */
  readonly advisorId?: number
  readonly firmId?: number
  readonly installation?: true
  readonly at: string
  readonly kind: string
  readonly subject: { readonly kind: string; readonly id: number }
  readonly facts: {
    readonly text?: string
    readonly version?: number
    readonly consentVersion?: number
    readonly carrierMessageId?: string
  }
}

/** Statuses in ascending order. */
const statuses = ['accepted', 'unconfirmed', 'submitted', 'failed', 'undelivered', 'delivered']
const pageRows = 5_000

/** Reads the whole journal with its own code and compares all other records with it. */
export async function checkJournal(
  observer: Database,
  records: Records,
  sent: readonly Sent[],
): Promise<Check[]> {
  const kinds = new Map<number, string[]>()
  const refused = new Map<string, number>()
  const consents = new Set<string>()
  const submittedOn = new Map<number, number>()
  const damaged: string[] = []
  let entries = 0
  for await (const row of journalRows(observer)) {
    entries += 1
    const { entry, subjectId } = row
    if (!isSound(row)) damaged.push(`entry ${row.id} is not what its digest or its columns say`)
    if (entry.kind === 'message.refused') {
      const text = entry.facts.text ?? ''
      refused.set(text, (refused.get(text) ?? 0) + 1)
    } else if (entry.kind.startsWith('message.')) {
      const told = kinds.get(subjectId)
      if (told) told.push(entry.kind.slice('message.'.length))
      else kinds.set(subjectId, [entry.kind.slice('message.'.length)])
      if (entry.kind === 'message.submitted' && entry.facts.consentVersion !== undefined)
        submittedOn.set(subjectId, entry.facts.consentVersion)
    } else if (entry.kind.startsWith('consent.')) {
      consents.add(`${subjectId} ${entry.facts.version} ${entry.kind.slice('consent.'.length)}`)
    }
  }
  const { messages, taken } = records
  return [
    { name: 'every journal entry is what its digest says', examined: entries, violations: damaged },
    checkEach('every message is in the journal, from its beginning to its end', messages.values(), one => {
      const told = kinds.get(one.id) ?? []
      const first = one.direction === 'in' ? 'received' : 'accepted'
      if (told[0] !== first || told.filter(kind => kind === first).length !== 1)
        return `message ${one.id}: the journal says ${told.join(', ')}`
      if (one.direction === 'in') return
      const ranks = told.map(kind => statuses.indexOf(kind))
      const climbs = ranks.every((rank, index) => rank > (ranks[index - 1] ?? -1))
      const ends = told.at(-1) === one.status
      const isSubmitted = told.includes('submitted') === taken.has(one.id)
      return (
        !(climbs && ends && isSubmitted) &&
        `message ${one.id} is ${one.status}: the journal says ${told.join(', ')}`
      )
    }),
    checkEach(
      'no journal entry without its message',
      kinds.keys(),
      id => !messages.has(id) && `the journal tells of message ${id}, which is not there`,
    ),
    checkEach('every submission was made on a consent that allowed it', submittedOn, ([id, version]) => {
      const message = messages.get(id)
      const rests = records.consents.get(message?.memberId ?? 0)?.find(row => row.version === version)
      const isOut = rests?.after === 'opted_out'
      const isAnswer = message?.kind === 'stop_confirmation' || message?.kind === 'help'
      return isOut && !isAnswer && `message ${id} was submitted on an opt-out`
    }),
    checkEach(
      'every change of consent is in the journal',
      [...records.consents.values()].flat(),
      ({ memberId, version, event }) =>
        !consents.has(`${memberId} ${version} ${event}`) &&
        `member ${memberId}: ${event} is not in the journal`,
    ),
    checkEach(
      'every refusal is in the journal',
      sent.filter(({ answer }) => answer !== undefined),
      one => {
        const failures = answerOf(one)?.failureDetails.length ?? 0
        return (
          (refused.get(one.text) ?? 0) !== failures &&
          `${one.text}: ${failures} refusals, ${refused.get(one.text) ?? 0} in the journal`
        )
      },
    ),
  ]
}

async function* journalRows(observer: Database): AsyncGenerator<JournalRow> {
  const client = await observer.connect()
  try {
    await client.query('begin read only')
    await client.query('set local enable_seqscan = on')
    await client.query(
      `declare entries no scroll cursor for
       select id, advisor_id as "advisorId", extract(epoch from occurred_at)::float8 * 1000 as "atMs", kind,
         subject_id as "subjectId", entry_of(entry, head, facts) as entry, head, facts, salts, digest
       from journal order by id`,
    )
    for (;;) {
      const { rows } = await client.query<JournalRow>(`fetch ${pageRows} from entries`)
      if (rows.length === 0) break
      yield* rows
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}

function isSound({ advisorId, atMs, kind, subjectId, entry, ...bytes }: JournalRow): boolean {
  const isTold =
    (entry.advisorId ?? ownedByNoAdvisor(entry)) === advisorId &&
    entry.kind === kind &&
    entry.subject.id === subjectId &&
    new Date(entry.at).getTime() === Math.round(atMs)
  const { facts, ...head } = entry
  const isCanonical = canonical(head) === bytes.head.toString() && canonical(facts) === bytes.facts.toString()
  return isTold && isCanonical && commitmentTo(bytes).equals(bytes.digest)
}

/** Value of the advisor column for entries owned by a firm or the installation. */
const ownedByNoAdvisor = ({ firmId, installation }: Entry): number | undefined =>
  firmId !== undefined || installation ? 0 : undefined

/** An independent implementation of RFC 8785: the product cannot prove its own digests. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
  return `{${members.join(',')}}`
}

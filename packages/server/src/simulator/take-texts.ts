import type { OutgoingText, Submission } from '../carriers/index.ts'
import { CommitUnconfirmedError, classifyDatabaseError } from '../platform/db/errors.ts'
import { inTransaction } from '../platform/db/in-transaction.ts'
import type { Database, Tx } from '../platform/db/pool.ts'
import { columns } from '../platform/db/rows.ts'
import { type Behaviour, behaviourOf } from './handsets/behaviour.ts'
import {
  chosenBehavioursOf,
  countRefusals,
  insertTexts,
  openGate,
  type Settings,
  textsByReference,
} from './queries.ts'

/** Results for texts, and how to send their responses. */
export interface Taking {
  readonly submissions: readonly Submission[]
  readonly answer: Settings['answer']
  /** For each of them. */
  readonly answerDelaysMs: readonly number[]
}

/** A text as the carrier receives it. */
export interface SubmittedText extends OutgoingText {
  /** Ids of its parts, which get receipts with it. */
  readonly partIds?: readonly string[]
  /** Repeated in its receipts. */
  readonly shortReference?: number
  /** False: no receipt requested. */
  readonly wantsReceipts?: boolean
}

const replyDelayMs = 300
const throttleMs = 1_000

/** Stores texts in one transaction. Stores nothing if the link is cut, or the deadline passed before it began. */
export async function takeTexts(
  database: Database,
  texts: readonly SubmittedText[],
  notAfterMs = Number.POSITIVE_INFINITY,
): Promise<Taking | 'down'> {
  try {
    return await inTransaction(database, async tx => {
      const [settings] = await openGate(tx, [])
      if (!settings?.isUp) return 'down'
      if (performance.now() >= notAfterMs) return allAlike(texts, { status: 'unsent' })
      const treatment = settings.hasChosen ? await chosenTreatment(tx, texts) : scripted
      const submissions = await decide(tx, texts, treatment)
      return {
        submissions,
        answer: settings.answer,
        answerDelaysMs: texts.map(text => Math.max(settings.answerDelayMs, treatment(text).answerDelayMs)),
      }
    })
  } catch (error) {
    return allAlike(texts, endingOf(error))
  }
}

const allAlike = (texts: readonly OutgoingText[], submission: Submission): Taking => ({
  submissions: texts.map(() => submission),
  answer: 'once',
  answerDelaysMs: texts.map(() => 0),
})

/** Before COMMIT was sent, nothing was stored. What the database rejects once it would reject again. */
function endingOf(error: unknown): Submission {
  if (error instanceof CommitUnconfirmedError) return { status: 'unknown' }
  return classifyDatabaseError(error) === 'bug'
    ? { status: 'rejected', reason: 'other', permanent: false }
    : { status: 'unsent' }
}

/** How a text is treated. */
type Treatment = (text: OutgoingText) => Behaviour

const scripted: Treatment = ({ to }) => behaviourOf(to)

/** Chosen behaviour of a phone towards a number, if any. */
async function chosenTreatment(tx: Tx, texts: readonly OutgoingText[]): Promise<Treatment> {
  const rows = await chosenBehavioursOf(tx, [texts.map(({ to }) => to), texts.map(({ from }) => from)])
  const chosen = new Map(rows.map(({ phone, number, behaviour }) => [`${phone} ${number}`, behaviour]))
  return ({ from, to }) => behaviourOf(to, chosen.get(`${to} ${from}`))
}

async function decide(tx: Tx, texts: readonly SubmittedText[], treatment: Treatment): Promise<Submission[]> {
  const refused = await refusals(tx, texts, treatment)
  const ids = await take(
    tx,
    texts.filter(({ reference }) => !refused.has(reference)),
    treatment,
  )
  return texts.map((text): Submission => {
    const { reference } = text
    const refusal = refused.get(reference)
    if (refusal) return refusal
    const id = ids.get(reference)
    if (id === undefined) throw new Error('a reference was neither new nor known')
    if (treatment(text).answer === 'takes the text and loses the answer') return { status: 'unknown' }
    return { status: 'accepted', carrierMessageId: String(id) }
  })
}

const patience: Partial<Record<Behaviour['answer'], number>> = {
  'rejects twice, then accepts': 2,
  'throttles once, then accepts': 1,
}

/** PostgreSQL cannot store NUL. */
const isUnholdable = (text: string): boolean => text.includes('\0')

async function refusals(
  tx: Tx,
  texts: readonly OutgoingText[],
  treatment: Treatment,
): Promise<Map<string, Submission>> {
  const special = texts.filter(each => treatment(each).answer !== 'accepts' || isUnholdable(each.text))
  if (special.length === 0) return new Map()
  const counted = special.filter(each => treatment(each).answer in patience)
  const references = [...new Set(counted.map(({ reference }) => reference))]
  const rows = references.length > 0 ? await countRefusals(tx, [references]) : []
  const times = new Map(rows.map(row => [row.reference, row.times]))
  return new Map(
    special.flatMap(each => {
      const { reference } = each
      const refusal = isUnholdable(each.text)
        ? ({ status: 'rejected', reason: 'content', permanent: true } as const)
        : refusalOf(treatment(each).answer, times.get(reference) ?? 0)
      return refusal ? [[reference, refusal] as const] : []
    }),
  )
}

function refusalOf(answer: Behaviour['answer'], times: number): Submission | undefined {
  const isSpent = times > (patience[answer] ?? 0)
  switch (answer) {
    case 'rejects for good':
      return { status: 'rejected', reason: 'invalid_recipient', permanent: true }
    case 'rejects as opted out':
      return { status: 'rejected', reason: 'opted_out', permanent: true }
    case 'rejects twice, then accepts':
      return isSpent ? undefined : { status: 'rejected', reason: 'other', permanent: false }
    case 'throttles once, then accepts':
      return isSpent ? undefined : { status: 'throttled', retryAfterMs: throttleMs }
    case 'loses the text':
      return { status: 'unknown' }
    case 'accepts':
    case 'takes the text and loses the answer':
      return undefined
  }
}

async function take(
  tx: Tx,
  texts: readonly SubmittedText[],
  treatment: Treatment,
): Promise<Map<string, number>> {
  const unique = [...new Map(texts.map(text => [text.reference, text])).values()]
  if (unique.length === 0) return new Map()
  const plans = unique.map(treatment)
  const rows = await insertTexts(tx, [
    ...columns(unique, 'reference', 'from', 'to', 'text'),
    plans.map(({ statuses }, index) =>
      statuses.length > 0 && unique[index]?.wantsReceipts !== false ? `{${statuses.join(',')}}` : null,
    ),
    plans.map(({ words }) => words ?? null),
    plans.map(({ receiptDelayMs }) => receiptDelayMs),
    repliesTo(unique),
    replyDelayMs,
    unique.map(({ partIds }) => (partIds ? `{${partIds.join(',')}}` : null)),
    unique.map(text => text.shortReference ?? null),
  ])
  const ids = new Map(rows.map(({ reference, id }) => [reference, id]))
  const others = unique.filter(({ reference }) => !ids.has(reference)).map(({ reference }) => reference)
  const known = others.length > 0 ? await textsByReference(tx, [others]) : []
  for (const { reference, id } of known) ids.set(reference, id)
  return ids
}

/** At most one from each phone to each number: texts of one batch do not see each other. */
function repliesTo(texts: readonly OutgoingText[]): (string | null)[] {
  const repliers = new Set<string>()
  return texts.map(({ from, to, text }) => {
    const { reply } = behaviourOf(to)
    const pair = `${to} ${from}`
    if (!reply?.to.test(text) || repliers.has(pair)) return null
    repliers.add(pair)
    return reply.text
  })
}

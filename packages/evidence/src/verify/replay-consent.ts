import { type JournalEntry, membersOf, textOf, timeOf } from './journal-entry.ts'
import { type EntryReference, Findings, type Verdict } from './verdict.ts'

/** A STOP, the entry that recorded it, and what its owner wrote since. */
interface Closed {
  readonly by: EntryReference
  /** By a text, which may be confirmed. */
  readonly isByText: boolean
  isConfirmed: boolean
  hasAskedForHelp: boolean
  hasAskedBack: boolean
}

type Facts = Readonly<Record<string, unknown>>

/** Where each kind of entry that must be seen whole has the number of the client. */
const phoneMembers: ReadonlyMap<string, string> = new Map([
  ['message.accepted', 'to'],
  ['message.received', 'from'],
  ['consent.requested', 'phone'],
  ['consent.accepted', 'phone'],
  ['consent.declined', 'phone'],
  ['consent.revoked', 'phone'],
  ['consent.restored', 'phone'],
])
/** What became of a text that was accepted before. */
const lateKinds: ReadonlySet<string> = new Set(
  ['submitted', 'delivered', 'undelivered', 'failed', 'unconfirmed', 'retried'].map(
    name => `message.${name}`,
  ),
)
/** No text was sent. */
const refusedKind = 'message.refused'

/** Every kind that the service writes. Another one may look like it to a person. */
const plainKind = /^[a-z_]+\.[a-z_]+$/
/** E.164, or the code of a service. Another number may look like one of these, and be taken for another person's. */
const plainNumber = /^(?:\+[1-9][0-9]{7,14}|[0-9]{3,6})$/
/** Words that revoke consent per se (47 CFR 64.1200(a)(10)), whatever the service made of them. It must take each of these for a STOP. */
const stopWords =
  /^\s*(?:stop|quit|end|revoke|opt(?:[ \t]*|[ \t]{0,3}-[ \t]{0,3})out|cancel|unsubscribe)[\s.!]*$/i
export const isStopWord = (text: string): boolean => stopWords.test(text)
/** The only reason for which the service sets a STOP aside. */
const olderThanStart = 'older than a START'
const otherCarrier = 'from another carrier'

/** A set holds at most 2^24. More texts than an advisor sends in a lifetime. */
const textsMax = 5_000_000

/**
 * Replays consent in the order of the log: no text is accepted for a number that has opted out, until its owner has opted in
 * again by a reply of their own. Memory grows with the ids of texts, eight bytes each or a little more.
 */
export class ConsentReplay {
  readonly findings = new Findings()
  readonly #closed = new Map<string, Closed>()
  /** When the last START of a number was sent. */
  readonly #starts = new Map<string, number>()
  readonly #accepted = new Set<number>()
  /** Texts that went out, and that no entry accepted. */
  readonly #unaccepted = new Findings()
  #texts = 0
  #stops = 0
  #hidden = 0

  add(entry: JournalEntry | undefined, reference: () => EntryReference): void {
    if (!entry || !plainKind.test(entry.kind)) {
      this.#hidden += 1
      return
    }
    const { kind, messageId } = entry
    if (lateKinds.has(kind)) this.#follow(messageId, reference)
    const member = phoneMembers.get(kind)
    if (member === undefined) {
      // A kind that we do not know may be a text or an opt-out.
      const isKnown = lateKinds.has(kind) || kind === refusedKind
      if (!isKnown && (kind.startsWith('message.') || kind.startsWith('consent.'))) this.#hidden += 1
      return
    }
    if (kind === 'message.accepted' && messageId !== undefined && this.#accepted.size < textsMax)
      this.#accepted.add(messageId)
    const facts = entry.facts()
    const phone = textOf(facts, member)
    if (!facts || phone === undefined || !plainNumber.test(phone)) {
      this.#hidden += 1
      return
    }
    if (kind === 'message.accepted') this.#accept(phone, facts, reference)
    else if (kind === 'message.received') this.#receive(phone, facts, reference)
    else this.#change(phone, entry, facts, reference)
  }

  #follow(messageId: number | undefined, reference: () => EntryReference): void {
    if (messageId !== undefined && this.#accepted.has(messageId)) return
    if (this.#accepted.size >= textsMax) this.#hidden += 1
    else this.#unaccepted.add('No entry says that this text was accepted, and when.', reference())
  }

  #accept(phone: string, facts: Facts, reference: () => EntryReference): void {
    this.#texts += 1
    const closed = this.#closed.get(phone)
    if (!closed || isAnswer(closed, textOf(facts, 'kind'))) return
    this.findings.add(
      `A text to ${phone} was accepted after that number had opted out (entry number ${closed.by.seq}), and it had not opted in again.`,
      reference(),
    )
  }

  /** A STOP counts from its arrival, even if no change of consent follows it. */
  #receive(phone: string, facts: Facts, reference: () => EntryReference): void {
    const kind = textOf(membersOf(facts['classifyInbound']), 'kind')
    const isSetAside = Object.hasOwn(facts, 'ignored')
    const sentAtMs = timeOf(textOf(facts, 'sentAt') ?? '')
    if (kind === 'stop' || isStopWord(textOf(facts, 'text') ?? '')) {
      if (!this.#isOutdated(phone, facts, sentAtMs)) this.#close(phone, true, reference)
      return
    }
    if (kind === 'start' && facts['ignored'] !== otherCarrier && sentAtMs > (this.#starts.get(phone) ?? 0))
      this.#starts.set(phone, sentAtMs)
    const closed = this.#closed.get(phone)
    if (!closed) return
    if (kind === 'start' && !isSetAside) closed.hasAskedBack = true
    if (kind === 'help') closed.hasAskedForHelp = true
  }

  /** A STOP that arrives after a START that was sent later does not count. */
  #isOutdated(phone: string, facts: Facts, sentAtMs: number): boolean {
    const startedAtMs = this.#starts.get(phone)
    return facts['ignored'] === olderThanStart && startedAtMs !== undefined && sentAtMs < startedAtMs
  }

  #change(phone: string, entry: JournalEntry, facts: Facts, reference: () => EntryReference): void {
    if (entry.kind === 'consent.revoked' || textOf(facts, 'after') === 'opted_out') {
      this.#close(phone, false, reference)
      return
    }
    const closed = this.#closed.get(phone)
    if (!closed) return
    if (entry.kind === 'consent.restored' && entry.actorKind === 'recipient' && closed.hasAskedBack)
      this.#closed.delete(phone)
    else
      this.findings.add(
        `${phone} opted out (entry number ${closed.by.seq}), and ${entry.kind} ended that without a reply of its owner.`,
        reference(),
      )
  }

  #close(phone: string, isByText: boolean, reference: () => EntryReference): void {
    const closed = this.#closed.get(phone)
    if (closed) {
      if (isByText) closed.hasAskedBack = false
      return
    }
    this.#stops += 1
    this.#closed.set(phone, {
      by: reference(),
      isByText,
      isConfirmed: false,
      hasAskedForHelp: false,
      hasAskedBack: false,
    })
  }

  verdict(startsAtOne: boolean): Verdict {
    const format = new Intl.NumberFormat('en-US')
    const found = `${format.format(this.#texts)} texts and ${format.format(this.#stops)} opt-outs were replayed in the order of the log: no text was accepted for a number after it had opted out and before it opted in again, but one confirmation of each STOP and answers to HELP.`
    if (this.#hidden > 0)
      return this.findings.verdict(
        'in order',
        'not shown',
        `${found} This is not the whole picture: ${format.format(this.#hidden)} entries that may be texts or opt-outs are withheld, or are not of a kind, or for a number, that can be judged.`,
      )
    if (!startsAtOne)
      return this.findings.verdict(
        'in order',
        'not shown',
        `${found} This is not the whole picture: opt-outs from before the first entry are not in the bundle.`,
      )
    if (this.findings.count === 0 && this.#unaccepted.count > 0)
      return this.#unaccepted.verdict('in order', 'not shown', '')
    return this.findings.verdict(
      'in order',
      'proven',
      `${found} Texts that were accepted before an opt-out and handed to the carrier after it are not judged.`,
    )
  }
}

/** Texts that may go to somebody who has opted out: one confirmation of their STOP, and one answer to each HELP. */
function isAnswer(closed: Closed, kind: string | undefined): boolean {
  if (kind === 'stop_confirmation' && closed.isByText && !closed.isConfirmed) {
    closed.isConfirmed = true
    return true
  }
  if (kind !== 'help' || !closed.hasAskedForHelp) return false
  closed.hasAskedForHelp = false
  return true
}

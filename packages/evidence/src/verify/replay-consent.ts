import { type JournalEntry, membersOf, textOf } from './journal-entry.ts'
import { type EntryReference, Findings, type Verdict } from './verdict.ts'

/** A STOP, and the entry that recorded it. */
interface Closed {
  readonly by: EntryReference
}

/** Texts that may go to somebody who has opted out: the confirmation of that, and help that they ask for. */
const allowedAfterStop: readonly (string | undefined)[] = ['stop_confirmation', 'help']

/** Kinds of entries that the replay must see whole. */
const isRelevant = (kind: string): boolean =>
  kind === 'message.accepted' || kind === 'message.received' || kind.startsWith('consent.')

/**
 * Replays consent in the order of the log: no text is accepted for a number that has opted out, until its owner has opted in
 * again by a reply of their own. Numbers that never opted out take no memory.
 */
export class ConsentReplay {
  readonly findings = new Findings()
  readonly #closed = new Map<string, Closed>()
  #texts = 0
  #stops = 0
  #hidden = 0

  add(entry: JournalEntry | undefined, reference: () => EntryReference): void {
    if (!entry) {
      this.#hidden += 1
      return
    }
    if (!isRelevant(entry.kind)) return
    const facts = entry.facts()
    const phone = textOf(facts, phoneMembers[entry.kind] ?? 'phone')
    if (!facts || phone === undefined) {
      this.#hidden += 1
      return
    }
    if (entry.kind === 'message.accepted') this.#accept(phone, facts, reference)
    else if (entry.kind === 'message.received') this.#receive(phone, facts, reference)
    else this.#change(phone, entry, facts, reference)
  }

  #accept(phone: string, facts: Facts, reference: () => EntryReference): void {
    this.#texts += 1
    const closed = this.#closed.get(phone)
    if (!closed || allowedAfterStop.includes(textOf(facts, 'kind'))) return
    this.findings.add(
      `A text to ${phone} was accepted after that number had opted out (entry number ${closed.by.seq}), and it had not opted in again.`,
      reference(),
    )
  }

  /** A STOP counts from its arrival, even if no change of consent follows it. */
  #receive(phone: string, facts: Facts, reference: () => EntryReference): void {
    const isStop = textOf(membersOf(facts['classifyInbound']), 'kind') === 'stop'
    if (isStop && facts['ignored'] === undefined) this.#close(phone, reference)
  }

  #change(phone: string, entry: JournalEntry, facts: Facts, reference: () => EntryReference): void {
    if (textOf(facts, 'after') === 'opted_out') {
      this.#close(phone, reference)
      return
    }
    const closed = this.#closed.get(phone)
    if (!closed) return
    if (entry.kind === 'consent.restored' && entry.actorKind === 'recipient') this.#closed.delete(phone)
    else
      this.findings.add(
        `${phone} opted out (entry number ${closed.by.seq}), and ${entry.kind} ended that without a reply of its owner.`,
        reference(),
      )
  }

  #close(phone: string, reference: () => EntryReference): void {
    if (this.#closed.has(phone)) return
    this.#stops += 1
    this.#closed.set(phone, { by: reference() })
  }

  verdict(startsAtOne: boolean): Verdict {
    const format = new Intl.NumberFormat('en-US')
    const found = `${format.format(this.#texts)} texts and ${format.format(this.#stops)} opt-outs were replayed in the order of the log: no text was accepted for a number after it had opted out and before it opted in again.`
    if (this.#hidden > 0)
      return this.findings.verdict(
        'in order',
        'not shown',
        `${found} This is not the whole picture: ${format.format(this.#hidden)} entries that may be texts or opt-outs are withheld.`,
      )
    if (!startsAtOne)
      return this.findings.verdict(
        'in order',
        'not shown',
        `${found} This is not the whole picture: opt-outs from before the first entry are not in the bundle.`,
      )
    return this.findings.verdict(
      'in order',
      'proven',
      `${found} Texts that were accepted before an opt-out and handed to the carrier after it are not judged.`,
    )
  }
}

type Facts = Readonly<Record<string, unknown>>

/** Where each kind of entry has the number of the client. */
const phoneMembers: Readonly<Record<string, string>> = {
  'message.accepted': 'to',
  'message.received': 'from',
}

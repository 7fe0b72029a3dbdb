import {
  type BundleEntry,
  type BundleInput,
  type Checkpoint,
  createSigner,
  encodeLeaf,
  leafHash,
  type VerdictName,
} from '../../src/index.ts'
import { flipped } from '../hex.ts'
import { bytesFrom, type HistoryEntry } from './make-history.ts'
import {
  type contentOf,
  honest,
  inputOf,
  logSigner,
  origin,
  readTilesOf,
  type SealedLog,
  sealHistory,
  signHead,
  tagOf,
} from './seal-history.ts'

type Random = (below: number) => number
type Content = ReturnType<typeof contentOf>

export interface Attack {
  readonly input: BundleInput
  readonly failing: VerdictName
  /** Number of the entry that the report must name. */
  readonly seq: number | undefined
}

export interface Victim {
  readonly history: readonly HistoryEntry[]
  readonly log: SealedLog
  readonly random: Random
}

const owner = 0
const entriesOf = (log: SealedLog): BundleEntry[] => log.entries.filter(entry => entry.owner === owner)
const any = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[random(items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** Another character at one place: what a changed digit, name or word is to a hash. */
function changeText(text: string, random: Random): string {
  const letters = [...text.matchAll(/[a-z0-9]/g)].map(({ index }) => index)
  const at = any(letters, random)
  return `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`
}

function changeContent(content: Content, random: Random): Content {
  if (content.shown === 'old') return { ...content, entry: changeText(content.entry, random) }
  if (content.shown !== 'all') return content
  return random(2) === 0
    ? { ...content, head: changeText(content.head, random) }
    : { ...content, facts: changeText(content.facts, random) }
}

/** With entries of owner 0 changed. A database owner can do this: the writer makes a bundle of whatever it gets. */
const shown = ({ log }: Victim, entries: readonly BundleEntry[]): BundleInput =>
  inputOf(log, owner, { entries })

/** Attacks with the rows of the database, by name. */
export const databaseAttacks: Readonly<Record<string, (victim: Victim) => Attack>> = {
  flip(victim) {
    const entries = entriesOf(victim.log)
    const at = victim.random(entries.length)
    const target = any([entries[at]], victim.random) as BundleEntry
    const content = changeContent(target.content, victim.random)
    return {
      input: shown(victim, entries.with(at, { ...target, content })),
      failing: 'authentic',
      seq: target.seq,
    }
  },
  delete(victim) {
    const entries = entriesOf(victim.log)
    const at = 1 + victim.random(entries.length - 2)
    return { input: shown(victim, entries.toSpliced(at, 1)), failing: 'complete', seq: at + 2 }
  },
  insert(victim) {
    const entries = entriesOf(victim.log)
    const at = 1 + victim.random(entries.length - 1)
    const model = entries[at - 1] as BundleEntry
    const made = { ...model, content: changeContent(model.content, victim.random) }
    return { input: shown(victim, entries.toSpliced(at, 0, made)), failing: 'authentic', seq: model.seq }
  },
  insertWithNumbersMoved(victim) {
    const entries = entriesOf(victim.log)
    const at = 1 + victim.random(entries.length - 1)
    const model = entries[at - 1] as BundleEntry
    const { type, tag, seq, commitment } = {
      type: 'entry',
      tag: tagOf(owner),
      seq: at + 1,
      commitment: bytesFrom('forged', 32),
    } as const
    const previous = leafHash(encodeLeaf({ type, tag, seq, previous: bytesFrom('x', 32), commitment }))
    const made: BundleEntry = {
      index: model.index + 1,
      seq,
      previous,
      content: { shown: 'nothing', commitment },
    }
    const moved = entries.slice(at).map(entry => ({ ...entry, seq: entry.seq + 1 }))
    return {
      input: shown(victim, [...entries.slice(0, at), made, ...moved]),
      failing: 'authentic',
      seq: at + 1,
    }
  },
  reorder(victim) {
    const entries = entriesOf(victim.log)
    const at = victim.random(entries.length - 2)
    const [one, other] = [entries[at] as BundleEntry, entries[at + 1] as BundleEntry]
    return {
      input: shown(victim, entries.with(at, other).with(at + 1, one)),
      failing: 'complete',
      // At the start the first one looks like a beginning in the middle, and the second as one that comes again.
      seq: at === 0 ? one.seq : other.seq,
    }
  },
  backdate(victim) {
    const entries = entriesOf(victim.log)
    const at = victim.random(entries.length)
    const target = entries[at] as BundleEntry
    const earlier = (text: string): string => text.replace(/"at":"20\d\d/, '"at":"2019')
    const { content } = target
    const changed: Content =
      content.shown === 'old'
        ? { ...content, entry: earlier(content.entry) }
        : content.shown === 'all'
          ? { ...content, head: earlier(content.head) }
          : content
    return {
      input: shown(victim, entries.with(at, { ...target, content: changed })),
      failing: 'authentic',
      seq: target.seq,
    }
  },
  swapSalts(victim) {
    const entries = entriesOf(victim.log)
    const salted = entries.filter(({ content }) => content.shown === 'all')
    const target = any(salted, victim.random)
    if (target.content.shown !== 'all') throw new Error('not salted')
    const { headSalt, factsSalt } = target.content
    const content: Content = { ...target.content, headSalt: factsSalt, factsSalt: headSalt }
    return {
      input: shown(victim, entries.with(entries.indexOf(target), { ...target, content })),
      failing: 'authentic',
      seq: target.seq,
    }
  },
  swapContents(victim) {
    const entries = entriesOf(victim.log)
    const at = victim.random(entries.length - 1)
    const [one, other] = [entries[at] as BundleEntry, entries[at + 1] as BundleEntry]
    const swapped = entries
      .with(at, { ...one, content: other.content })
      .with(at + 1, { ...other, content: one.content })
    return { input: shown(victim, swapped), failing: 'authentic', seq: one.seq }
  },
  withhold(victim) {
    const entries = entriesOf(victim.log)
    const at = victim.random(entries.length)
    const target = entries[at] as BundleEntry
    const content = { shown: 'nothing', commitment: bytesFrom('something else', 32) } as const
    return {
      input: shown(victim, entries.with(at, { ...target, content })),
      failing: 'authentic',
      seq: target.seq,
    }
  },
  moveIndex(victim) {
    const entries = entriesOf(victim.log)
    const at = victim.random(entries.length)
    const target = entries[at] as BundleEntry
    const others = victim.log.entries.filter(({ index }) => index !== target.index)
    const { index } = any(others, victim.random)
    return {
      input: shown(victim, entries.with(at, { ...target, index })),
      failing: 'authentic',
      seq: target.seq,
    }
  },
  truncate(victim) {
    const entries = entriesOf(victim.log)
    const kept = entries.slice(0, 1 + victim.random(entries.length - 1))
    return { input: shown(victim, kept), failing: 'complete', seq: kept.length }
  },
  cutBeginning(victim) {
    const entries = entriesOf(victim.log)
    const cut = 1 + victim.random(entries.length - 1)
    return { input: shown(victim, entries.slice(cut)), failing: 'complete', seq: cut + 1 }
  },
  ownerSwapped(victim) {
    const input = shown(victim, entriesOf(victim.log))
    return { input: { ...input, owner: { ...input.owner, tag: tagOf(1) } }, failing: 'authentic', seq: 1 }
  },
  replacedTile(victim) {
    const { log, random } = victim
    const tiles = new Map(
      [...log.tiles].map(([path, bytes]) => [path, flipped(bytes, random(bytes.length * 8))]),
    )
    return {
      input: inputOf(log, owner, { readTiles: readTilesOf({ tiles }) }),
      failing: 'authentic',
      seq: undefined,
    }
  },
  replacedCheckpoint(victim) {
    const { log, random } = victim
    const { checkpoint } = inputOf(log, owner)
    const changed: Checkpoint = {
      ...checkpoint,
      note: {
        ...checkpoint.note,
        text: checkpoint.note.text.replace(
          /\n(\d+)\n/,
          (_, size: string) => `\n${Number(size) + 1 + random(9)}\n`,
        ),
      },
    }
    return { input: inputOf(log, owner, { checkpoint: changed }), failing: 'authentic', seq: undefined }
  },
}

/** The same history with something changed, sealed again from the beginning. */
const resealed = (history: readonly HistoryEntry[], cosigners = honest.cosigners): SealedLog =>
  sealHistory(history, { ...honest, cosigners })

const seqOf = (history: readonly HistoryEntry[], at: number): number =>
  history.slice(0, at + 1).filter(entry => entry.owner === owner).length

/** Attacks with the key of the log. Witnesses do not sign a second log. */
export const keyAttacks: Readonly<Record<string, (victim: Victim) => Attack>> = {
  rewriteWithoutWitnesses({ history, random }) {
    const at = random(history.length)
    const entry = history[at] as HistoryEntry
    const changed = history.with(at, { ...entry, facts: { ...entry.facts, text: 'rewritten' } })
    return { input: inputOf(resealed(changed, []), owner), failing: 'witnessed', seq: undefined }
  },
  rewriteWithOldWitnesses({ history, log, random }) {
    // Checkpoints that witnesses did sign are of the log as it was before.
    const at = random(honest.every)
    const entry = history[at] as HistoryEntry
    const changed = resealed(history.with(at, { ...entry, facts: { text: 'rewritten' } }), [])
    return {
      input: inputOf(changed, owner, { checkpoints: log.checkpoints.slice(0, -1) }),
      failing: 'authentic',
      seq: undefined,
    }
  },
  removeFromHistory({ history, random }) {
    const changed = history.toSpliced(random(history.length - 1), 1)
    return { input: inputOf(resealed(changed, []), owner), failing: 'witnessed', seq: undefined }
  },
  borrowedCosignatures({ history, log, random }) {
    const at = random(history.length - 1)
    const changed = resealed(history.with(at, { ...(history[at] as HistoryEntry), facts: {} }), [])
    const input = inputOf(changed, owner)
    const borrowed = log.checkpoints.at(-1)?.note.signatures.slice(1) ?? []
    const { head, note } = input.checkpoint
    const checkpoint: Checkpoint = { head, note: { ...note, signatures: [...note.signatures, ...borrowed] } }
    return { input: { ...input, checkpoint }, failing: 'witnessed', seq: undefined }
  },
  otherKey({ history }) {
    const signer = createSigner(origin, 'ed25519', bytesFrom('another log key', 32))
    return {
      input: inputOf(sealHistory(history, { ...honest, signer }), owner),
      failing: 'authentic',
      seq: undefined,
    }
  },
  fork({ log, random }) {
    // A second entry of a number that is used already, in the log itself: both are shown.
    const entries = entriesOf(log)
    const at = 1 + random(entries.length - 2)
    const second = { ...(entries[at] as BundleEntry), index: (entries[at] as BundleEntry).index }
    return {
      input: inputOf(log, owner, { entries: entries.toSpliced(at, 0, second) }),
      failing: 'complete',
      seq: at + 1,
    }
  },
  twoLogs({ log }) {
    // The same size, signed twice with different roots.
    const size = log.checkpoints[0]?.head.size ?? 1
    const other = signHead(
      size,
      bytesFrom('another root', 32),
      log.entries[0]?.atMs ?? 0,
      logSigner,
      honest.cosigners,
    )
    return { input: inputOf(log, owner, { checkpoints: [other] }), failing: 'authentic', seq: undefined }
  },
  backdateWhenSealing({ history, random }) {
    const places = [...history.keys()].filter(at => history[at]?.owner === owner && at >= 2 * honest.every)
    const at = any(places, random)
    const entry = history[at] as HistoryEntry
    const earlier = new Date(entry.atMs - 7 * 86_400_000).toISOString()
    const changed = history.with(at, { ...entry, head: { ...entry.head, at: earlier } })
    return { input: inputOf(resealed(changed), owner), failing: 'in time', seq: seqOf(history, at) }
  },
  dateAhead({ history, random }) {
    const places = [...history.keys()].filter(at => history[at]?.owner === owner)
    const at = any(places, random)
    const entry = history[at] as HistoryEntry
    const later = new Date(entry.atMs + 7 * 86_400_000).toISOString()
    const changed = history.with(at, { ...entry, head: { ...entry.head, at: later } })
    return { input: inputOf(resealed(changed), owner), failing: 'in time', seq: seqOf(history, at) }
  },
  textAfterStop({ history, random }) {
    const stops = [...history.keys()].filter(
      at => history[at]?.owner === owner && history[at]?.head['kind'] === 'consent.revoked',
    )
    const at = any(stops, random)
    const stop = history[at] as HistoryEntry
    const to = stop.facts['phone']
    const text: HistoryEntry = {
      ...stop,
      isOld: false,
      head: {
        ...stop.head,
        kind: 'message.accepted',
        actor: { kind: 'advisor' },
        subject: { id: 1, kind: 'message' },
      },
      facts: { kind: 'text', text: 'One more thing', to },
    }
    return {
      input: inputOf(resealed(history.toSpliced(at + 1, 0, text)), owner),
      failing: 'in order',
      seq: seqOf(history, at) + 1,
    }
  },
  consentRestoredByOthers({ history, random }) {
    const stops = [...history.keys()].filter(
      at => history[at]?.owner === owner && history[at]?.head['kind'] === 'consent.revoked',
    )
    const at = any(stops, random)
    const stop = history[at] as HistoryEntry
    const restored: HistoryEntry = {
      ...stop,
      isOld: false,
      head: { ...stop.head, kind: 'consent.restored', actor: { kind: 'operator', name: 'helpful' } },
      facts: { ...stop.facts, before: 'opted_out', after: 'accepted' },
    }
    return {
      input: inputOf(resealed(history.toSpliced(at + 1, 0, restored)), owner),
      failing: 'in order',
      seq: seqOf(history, at) + 1,
    }
  },
}

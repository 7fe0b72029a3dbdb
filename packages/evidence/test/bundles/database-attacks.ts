import {
  type BundleEntry,
  type BundleInput,
  type Checkpoint,
  type EntryContent,
  encodeLeaf,
  leafHash,
} from '../../src/index.ts'
import { flipped } from '../hex.ts'
import { type Attack, any, entriesOf, owner, type Random, type Victim } from './attack.ts'
import { bytesFrom } from './make-history.ts'
import { honest, inputOf, readTilesOf, sealHistory, tagOf } from './seal-history.ts'

/** Another character at one place: what a changed digit, name or word is to a hash. */
function changeText(text: string, random: Random): string {
  const letters = [...text.matchAll(/[a-z0-9]/g)].map(({ index }) => index)
  const at = any(letters, random)
  return `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`
}

function changeContent(content: EntryContent, random: Random): EntryContent {
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
    const changed: EntryContent =
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
  backdateInOldForm({ history, random }) {
    // A chain that begins late, with rows that say they are from before there were salts. The sealer seals them like all others.
    const places = [...history.keys()].filter(at => history[at]?.owner === owner && at >= 2 * honest.every)
    const start = places[random(places.length - 1)] as number
    const changed = history.flatMap((entry, at) => {
      if (entry.owner !== owner || at === history.length - 1) return [entry]
      const earlier = new Date(entry.atMs - 3 * 365 * 86_400_000).toISOString()
      return at < start ? [] : [{ ...entry, isOld: true, head: { ...entry.head, at: earlier } }]
    })
    return { input: inputOf(sealHistory(changed, honest), owner), failing: 'in time', seq: 1 }
  },
  swapSalts(victim) {
    const entries = entriesOf(victim.log)
    const salted = entries.filter(({ content }) => content.shown === 'all')
    const target = any(salted, victim.random)
    if (target.content.shown !== 'all') throw new Error('not salted')
    const { headSalt, factsSalt } = target.content
    const content: EntryContent = { ...target.content, headSalt: factsSalt, factsSalt: headSalt }
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

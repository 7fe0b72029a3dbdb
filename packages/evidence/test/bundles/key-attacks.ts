import { type BundleEntry, type Checkpoint, createSigner } from '../../src/index.ts'
import { type Attack, any, entriesOf, owner, type Victim } from './attack.ts'
import { bytesFrom, type HistoryEntry } from './make-history.ts'
import { honest, inputOf, logSigner, origin, type SealedLog, sealHistory, signHead } from './seal-history.ts'

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

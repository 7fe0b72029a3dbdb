import { seededRandom } from '../seeded-random.ts'
import type { Victim } from './attack.ts'
import { databaseAttacks } from './database-attacks.ts'
import { keyAttacks } from './key-attacks.ts'
import { exportEntry, makeHistory } from './make-history.ts'
import { honest, sealHistory } from './seal-history.ts'

export const rounds = process.env['EVIDENCE_LONG'] === '1' ? 10_000 : 200

/** How often each attack is made, so that there are as many in all. */
export const roundsOfAttack = Math.ceil(
  rounds / (Object.keys(databaseAttacks).length + Object.keys(keyAttacks).length),
)

function makeVictim(seed: number): Omit<Victim, 'random'> {
  const random = seededRandom(seed)
  const made = makeHistory(random, {
    owners: 2 + random(3),
    // Most are small, so that ten thousand take minutes. The others have several tiles.
    entries: seed % 6 === 0 ? 300 + random(300) : 130 + random(130),
    phones: 4 + random(8),
    old: seed % 3 === 0 ? 20 : 0,
    startMs: Date.parse('2026-11-01T00:00:00Z'),
    pauseMs: 20_000,
  })
  const history = [...made, exportEntry(0, (made.at(-1)?.atMs ?? 0) + 1000)]
  return { history, log: sealHistory(history, honest) }
}

const hasStop = ({ history }: Omit<Victim, 'random'>): boolean =>
  history.some(({ owner, head }) => owner === 0 && head['kind'] === 'consent.revoked')

/** Some attacks come after a STOP. */
export const victims = Array.from({ length: 24 }, (_, seed) => makeVictim(seed)).filter(hasStop)

import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { commitContent } from '../../src/index.ts'
import type { HistoryEntry } from './make-history.ts'
import { contentOf, honest, sealHistory } from './seal-history.ts'

const isLong = process.env['EVIDENCE_LONG'] === '1'
/** Of the ten million numbers of an area code. */
const numbers = isLong ? 100_000 : 1000
const commonTexts = Array.from(
  { length: isLong ? 50 : 10 },
  (_, place) => ['ok', 'yes', 'call me', 'thanks'][place] ?? `text ${place}`,
)

const entryFor = (to: string, text: string, isOld: boolean): HistoryEntry => ({
  owner: 0,
  atMs: Date.parse('2026-11-01T00:00:00Z'),
  head: {
    actor: { kind: 'advisor' },
    advisorId: 1,
    at: '2026-11-01T00:00:00.000Z',
    kind: 'message.accepted',
  },
  facts: { text, to },
  isOld,
})
const phone = (place: number): string => `+1202${place.toString().padStart(7, '0')}`
const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Everything that somebody computes who knows the format and guesses number and text, but has no salt. */
function guesses(to: string, text: string): string[] {
  const { head, facts } = entryFor(to, text, false)
  const [headText, factsText] = [JSON.stringify(head), JSON.stringify(facts)]
  const digest = sha256(JSON.stringify({ ...head, facts }))
  const zero = Buffer.alloc(16)
  const guessed = [
    digest,
    sha256(factsText),
    sha256(sha256(headText), sha256(factsText)),
    sha256(sha256(zero, headText), sha256(zero, factsText)),
    sha256('parley old entry\n', Buffer.alloc(32), digest),
  ]
  return guessed.map(bytes => bytes.toString('hex'))
}

it('a dictionary of numbers and texts finds the unsalted digest, and nothing that is published', {
  timeout: 1_800_000,
}, () => {
  const secrets = [entryFor(phone(417), 'ok', false), entryFor(phone(901), 'thanks', true)]
  const log = sealHistory(secrets, honest)
  // What the log publishes of an entry: its commitment in the leaf, the leaf hash in the tile, and the roots.
  const published = new Set([
    ...log.entries.map(({ content }) => Buffer.from(commitContent(content)).toString('hex')),
    ...[...log.tiles.values()].flatMap(bytes => Buffer.from(bytes).toString('hex').match(/.{64}/g) ?? []),
    ...log.checkpoints.map(({ head }) => Buffer.from(head.root).toString('hex')),
  ])
  const digests = new Set(
    secrets.map(({ head, facts }) => sha256(JSON.stringify({ ...head, facts })).toString('hex')),
  )
  expect(secrets.map(secret => contentOf(secret).shown)).toEqual(['all', 'old'])
  let foundPublished = 0
  let foundDigests = 0
  for (let place = 0; place < numbers; place += 1)
    for (const text of commonTexts)
      for (const guess of guesses(phone(place), text)) {
        if (published.has(guess)) foundPublished += 1
        if (digests.has(guess)) foundDigests += 1
      }
  expect(foundPublished).toBe(0)
  expect(foundDigests).toBe(secrets.length)
})

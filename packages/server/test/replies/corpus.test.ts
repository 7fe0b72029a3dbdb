import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { classifyReply } from '../../src/consent/replies/classify-reply.ts'
import { fifthRound } from './fifth-round.ts'
import { fourthRound } from './fourth-round.ts'
import { mustClose } from './must-close.ts'
import { mustStayOpen } from './must-stay-open.ts'
import { secondRound } from './second-round.ts'
import { letteringThatCloses } from './seventh-round-lettering.ts'
import { seventhThatStaysOpen } from './seventh-round-open.ts'
import { reactionsThatClose } from './seventh-round-reactions.ts'
import { sixthRound } from './sixth-round.ts'
import { splitCorpus } from './split-corpus.ts'
import { thirdRound } from './third-round.ts'

it('contains no phrase twice, so that each counts once', () => {
  const rounds = [secondRound, thirdRound, fourthRound, fifthRound, sixthRound]
  const later = rounds.flatMap(round => [...round.close, ...round.stayOpen])
  const seventh = [...reactionsThatClose, ...letteringThatCloses, ...seventhThatStaysOpen]
  const all = [...mustClose, ...mustStayOpen, ...later, ...seventh]
  expect(new Set(all).size).toBe(all.length)
  expect(mustClose.length).toBeGreaterThanOrEqual(180)
  expect(mustStayOpen.length).toBeGreaterThanOrEqual(180)
})

it('a third of each list is held out', () => {
  for (const phrases of [mustClose, mustStayOpen]) {
    const { tuning, heldOut } = splitCorpus(phrases)
    expect([...tuning, ...heldOut].toSorted()).toEqual(phrases.toSorted())
    expect(heldOut).toHaveLength(Math.floor(phrases.length / 3))
  }
})

interface Round {
  /** A reasonable person understands that no more texts are wanted. */
  readonly refusal: readonly string[]
  readonly borderline: readonly string[]
  readonly harmless: readonly string[]
}

// Written by somebody who had not seen the rules. The counts are those of the first try and may only improve; rules are tuned on
// the eighth round alone, and nobody who changes a rule reads the ninth.
it.each([
  { round: 'eighth', refusalsClosed: 309, harmlessClosed: 11 },
  { round: 'ninth', refusalsClosed: 259, harmlessClosed: 11 },
])(
  'closes no fewer refusals and no more harmless replies of the $round round than at first',
  ({ round, refusalsClosed, harmlessClosed }) => {
    const file = new URL(`${round}-round.json`, import.meta.url)
    const { refusal, borderline, harmless } = JSON.parse(readFileSync(file, 'utf8')) as Round
    const closed = (phrases: readonly string[]): number =>
      phrases.filter(phrase => classifyReply(phrase).kind === 'stop').length
    expect(closed(refusal)).toBeGreaterThanOrEqual(refusalsClosed)
    expect(closed(harmless)).toBeLessThanOrEqual(harmlessClosed)
    const all = [...refusal, ...borderline, ...harmless]
    expect(new Set(all.map(phrase => phrase.toLowerCase())).size).toBe(all.length)
  },
)

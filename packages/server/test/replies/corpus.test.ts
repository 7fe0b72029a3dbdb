import { expect, it } from 'vitest'
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

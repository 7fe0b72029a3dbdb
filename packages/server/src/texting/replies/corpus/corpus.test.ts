import { expect, test } from 'vitest'
import { fifthRound } from './fifth-round.ts'
import { fourthRound } from './fourth-round.ts'
import { mustClose } from './must-close.ts'
import { mustStayOpen } from './must-stay-open.ts'
import { secondRound } from './second-round.ts'
import { sixthRound } from './sixth-round.ts'
import { splitCorpus } from './split-corpus.ts'
import { thirdRound } from './third-round.ts'

test('no phrase is written twice, so that the counts are counts of different phrases', () => {
  const rounds = [secondRound, thirdRound, fourthRound, fifthRound, sixthRound]
  const later = rounds.flatMap(round => [...round.close, ...round.stayOpen])
  const all = [...mustClose, ...mustStayOpen, ...later]
  expect(new Set(all).size).toBe(all.length)
  expect(mustClose.length).toBeGreaterThanOrEqual(180)
  expect(mustStayOpen.length).toBeGreaterThanOrEqual(180)
})

test('a third of each list is held out', () => {
  for (const phrases of [mustClose, mustStayOpen]) {
    const { tuning, heldOut } = splitCorpus(phrases)
    expect([...tuning, ...heldOut].toSorted()).toEqual(phrases.toSorted())
    expect(heldOut).toHaveLength(Math.floor(phrases.length / 3))
  }
})

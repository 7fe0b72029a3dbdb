import { describe, expect, it } from 'vitest'
import { mustClose } from '../../../test/replies/must-close.ts'
import { mustStayOpen } from '../../../test/replies/must-stay-open.ts'
import { letteringThatCloses } from '../../../test/replies/seventh-round-lettering.ts'
import { seventhThatStaysOpen } from '../../../test/replies/seventh-round-open.ts'
import { reactionsThatClose } from '../../../test/replies/seventh-round-reactions.ts'
import { classifyReply } from './classify-reply.ts'

const close = [...mustClose, ...reactionsThatClose, ...letteringThatCloses]
const stayOpen = [...mustStayOpen, ...seventhThatStaysOpen]

describe('ten thousand characters', () => {
  const length = 10_000
  // Below 5 ms on an idle machine; the test runner's transform makes it slower. Backtracking or quadratic time takes far
  // longer than this.
  const limitMs = 20

  // Processor time of this thread, best of several runs: the machine is shared.
  function bestMs(text: string): number {
    const times = Array.from({ length: 15 }, () => {
      const before = process.threadCpuUsage()
      classifyReply(text)
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1_000
    })
    return Math.min(...times)
  }

  const fragments = [
    'a',
    ' ',
    '\n',
    '.',
    '-',
    ' -',
    '*',
    'a*',
    '@',
    '@a.',
    '#',
    '(',
    '>',
    '> a\n',
    '$top',
    '🛑',
    '👍',
    'ﷺ',
    'é',
    '\u200b',
    's t o p ',
    'a b ',
    'ab.',
    'no,',
    'end.',
    'please ',
    'dont please ',
    'a please ',
    'stop ',
    'stop i ',
    'stop texting ',
    'dont want ',
    'you dont ',
    'dont you to say ',
    'no more ',
    'no me ',
    'no quiero que me ',
    'unsubscribble ',
    'opt out of ',
    'remove me from ',
    'i have ',
    'wrong ',
    'end the these ',
    'call or ',
    'never not dont ',
    'get rid of my ',
    'did i not ',
    'Liked “',
    '\ud800',
    'email text is ',
    'if you would could just ',
    'http://a ',
    '--\n',
    'sent from \n',
    'Liked “\n',
    'Liked "\n"',
    'Liked “a”\n',
    'Liked "a "',
    'Liked ““”',
    '👍 to “',
    '👍 to\n',
    '👍',
    'reacted a to\n',
    'removed a a\n',
    'elimino  de\n',
    '“',
    '"',
    '5t0p ',
    '5',
    '$t0',
    'a5 ',
    '+',
    's\n',
    's t o\n',
    'S👏',
    'ꜱᴛᴏᴘ ',
    '🅢',
    '🇸 ',
    'стоп ',
    '停止',
    'stop on the texts ',
    'honor the stop ',
    'this is my stop ',
  ]

  it('of any repeated pattern are classified quickly', () => {
    for (let run = 0; run < 50; run++) classifyReply(close.join(' ').slice(0, 2_000)) // warmed up, as in a running server
    const slow = fragments
      .map(fragment => ({ fragment, ms: bestMs(fragment.repeat(length).slice(0, length)) }))
      .filter(({ ms }) => ms >= limitMs)
    expect(slow).toEqual([])
  })

  it('of real conversation are classified quickly', () => {
    expect(bestMs(stayOpen.join(' ').repeat(2).slice(0, length))).toBeLessThan(limitMs)
    expect(bestMs(stayOpen.join('\n').repeat(2).slice(0, length))).toBeLessThan(limitMs)
  })
})

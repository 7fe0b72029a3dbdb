import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fifthRound } from '../../../test/replies/fifth-round.ts'
import { fourthRound } from '../../../test/replies/fourth-round.ts'
import { mustClose } from '../../../test/replies/must-close.ts'
import { mustStayOpen } from '../../../test/replies/must-stay-open.ts'
import { secondRound } from '../../../test/replies/second-round.ts'
import { letteringThatCloses } from '../../../test/replies/seventh-round-lettering.ts'
import { seventhThatStaysOpen } from '../../../test/replies/seventh-round-open.ts'
import { reactionsThatClose } from '../../../test/replies/seventh-round-reactions.ts'
import { sixthRound } from '../../../test/replies/sixth-round.ts'
import { thirdRound } from '../../../test/replies/third-round.ts'
import { classifyReply } from './classify-reply.ts'

const rounds = [secondRound, thirdRound, fourthRound, fifthRound, sixthRound]
const close = [
  ...mustClose,
  ...rounds.flatMap(round => round.close),
  ...reactionsThatClose,
  ...letteringThatCloses,
]
const stayOpen = [...mustStayOpen, ...rounds.flatMap(round => round.stayOpen), ...seventhThatStaysOpen]

const stopWords = ['stop', 'stopall', 'stop all', 'quit', 'end', 'revoke', 'cancel', 'unsubscribe']
const optOut = ['opt out', 'opt-out', 'optout', 'opt  out', 'opt - out', 'opt_out']
const spanishStops = ['alto', 'parar', 'pare', 'basta', 'cancelar', 'no mas', 'no más', 'detener', 'baja']
const startWords = ['start', 'unstop', 'opt in', 'opt-in', 'optin']
const yesWords = ['accept', 'yes', 'y', 'agree', 'i accept', 'i agree', 'si', 'sí', 'acepto', 'sí acepto']
const noWords = ['no', 'n', 'decline', 'no thanks', 'no thank you', 'not interested', 'no gracias']
const helpWords = ['help', 'info', 'ayuda']

const cases = [
  (word: string) => word,
  (word: string) => word.toUpperCase(),
  (word: string) => word.charAt(0).toUpperCase() + word.slice(1),
  (word: string) => word.replace(/./g, (letter, at: number) => (at % 2 ? letter.toUpperCase() : letter)),
]
const before = ['', ' ', '\n', '\t  ', '\u00a0', '"', '“', '(', '🙏 ', '\u200b']
const after = [
  '',
  ' ',
  '  \n',
  '.',
  '!',
  '!!!',
  '?',
  ',',
  ';',
  ':',
  '…',
  '...',
  '"',
  '”',
  ')',
  ' 🙏',
  '.\r\n',
  ' -',
  '\ufeff',
]

function writings(words: readonly string[]): string[] {
  return words
    .flatMap(word => cases.map(written => written(word)))
    .flatMap(word => before.flatMap(start => after.map(end => start + word + end)))
}

function kindOf(text: string): string {
  const reply = classifyReply(text)
  return reply.kind === 'stop' ? `stop by ${reply.basis}` : reply.kind
}

function expectAll(texts: readonly string[], kind: string): void {
  expect(texts.filter(text => kindOf(text) !== kind)).toEqual([])
}

describe('a keyword alone', () => {
  it('stops in any case, spacing and punctuation', () => {
    expectAll(writings([...stopWords, ...optOut]), 'stop by keyword')
  })

  it('stops in Spanish', () => {
    expectAll(writings(spanishStops), 'stop by keyword')
  })

  it('opts in, consents, declines or asks for help', () => {
    expectAll(writings(startWords), 'start')
    expectAll(writings(yesWords), 'yes')
    expectAll(writings(noWords), 'no')
    expectAll(writings(helpWords), 'help')
  })

  it('stops with polite words, quotes, signatures and emoji around it', () => {
    for (const word of [...stopWords, ...optOut]) {
      expectAll(
        [
          `please ${word}`,
          `${word} please`,
          `${word}. Thank you`,
          `Hi, ${word}, thanks`,
          `ok ${word} now`,
          `${word}\n\nSent from my iPhone`,
          `${word}\n--\nKlein Insurance, 401k plans`,
          `🛑 ${word} 🛑`,
          `'${word}'`,
        ],
        'stop by keyword',
      )
    }
  })

  it('stops in any typeface or script', () => {
    for (const word of stopWords) {
      const letters = [...word.toUpperCase()]
      const shifted = (first: number): string =>
        letters
          .map(letter => (letter === ' ' ? ' ' : String.fromCodePoint(first + letter.charCodeAt(0) - 65)))
          .join('')
      expectAll(
        [
          shifted(0xff21), // full-width
          shifted(0x1d400), // bold
          shifted(0x24b6), // circled
          letters.join('\u200b'),
          letters.join('\u00ad'),
          letters.map(letter => `${letter}\u0301`).join(''),
          letters.join(' ').replace('   ', ' '),
          letters.join('.').replace('. .', ' '),
          word + word.slice(-1).repeat(4),
        ],
        'stop by keyword',
      )
    }
  })

  it('stops below an apparent signature or quotation', () => {
    expectAll(['Hello\n--\nSTOP', '> STOP', 'Reply from Ann\nSent from my iPhone\nSTOP'], 'stop by keyword')
  })
})

describe('the corpus', () => {
  it('every way of asking to stop closes the gate', () => {
    expect(close.filter(text => classifyReply(text).kind !== 'stop')).toEqual([])
  })

  it('no ordinary reply closes the gate', () => {
    expect(stayOpen.filter(text => classifyReply(text).kind === 'stop')).toEqual([])
  })

  it('case, a trailing emoji and a signature make no difference', () => {
    for (const change of [
      (text: string) => text.toUpperCase(),
      (text: string) => `${text} 🙏`,
      (text: string) => `${text}\n\nSent from my iPhone`,
    ]) {
      expect(close.filter(text => classifyReply(change(text)).kind !== 'stop')).toEqual([])
      expect(stayOpen.filter(text => classifyReply(change(text)).kind === 'stop')).toEqual([])
    }
  })
})

describe('a reaction sent as text', () => {
  it('ignores the quotation and reads the words beside it', () => {
    expectAll(
      ['Liked “Reply YES to agree or STOP to opt out”', 'Disliked "Hi. Reply STOP to opt out"'],
      'other',
    )
    expectAll(['Disliked “Hi, it’s Avery” STOP', 'Loved “Reply STOP to opt out”\nStop'], 'stop by keyword')
  })

  it('to STOP alone, or cut off before a STOP, closes in doubt', () => {
    expectAll(['Emphasized “STOP”', 'Disliked “Hi this is Avery\nSTOP'], 'stop by doubt')
  })

  it('never consents: it is unclear what a YES beside it answers', () => {
    expectAll(['Liked “Reply YES to agree”', 'Liked “Reply YES to agree” YES', 'Loved “Hi”\nSTART'], 'other')
  })
})

describe('in doubt', () => {
  it('a bare command closes the gate', () => {
    expectAll(
      [
        'stop it',
        'cancel this',
        'end this',
        'quit it',
        'I want to cancel',
        'can you stop',
        'STOP Karen',
        'go away',
      ],
      'stop by doubt',
    )
  })

  it('a stop word beside other sentences closes the gate, unless they are about business', () => {
    expectAll(['I am not sure about this. Cancel', 'Great news about the park. End.'], 'stop by doubt')
    expectAll(['Cancel. I will reschedule our meeting', 'That is our plan for the quarter. End.'], 'other')
  })

  it('asking for another channel closes the gate, unless texts are welcome', () => {
    expectAll(['stop calling me', 'please stop the emails'], 'stop by doubt')
    expectAll(['stop calling me, just text me', 'no more emails, text me'], 'other')
  })

  it('a limit on when or what to text is left to the advisor', () => {
    expectAll(['don’t text me after 9pm', 'don’t text me the account number'], 'other')
    expect(classifyReply('don’t text me until I call you').kind).toBe('stop')
  })
})

describe('consent', () => {
  it('is never taken from a longer reply', () => {
    expectAll(
      ['yes that works', 'I agree with your plan', 'start the transfer', 'yes but', 'I accept the offer'],
      'other',
    )
    expectAll(['YES 👎', 'start 🚫'], 'other')
  })

  it('does not survive a stop in the same reply', () => {
    expect(
      [kindOf('yes stop'), kindOf('YES. STOP'), kindOf('start. no, stop')].every(kind =>
        kind.startsWith('stop'),
      ),
    ).toBe(true)
  })
})

describe('any text', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 400 })

  it('is classified, and the match is one of our words or rules', () => {
    const ours = new Set<string>()
    for (const text of [...close, ...stayOpen]) {
      const reply = classifyReply(text)
      if (reply.kind !== 'other') ours.add(reply.matched)
    }
    expect([...ours].filter(matched => matched.length > 30)).toEqual([])
    fc.assert(
      fc.property(anything, text => {
        const reply = classifyReply(text)
        if (reply.kind !== 'other') expect(reply.matched.length).toBeLessThan(31)
      }),
      { numRuns: 1_000 },
    )
  })

  it('followed by a line with STOP stops', () => {
    fc.assert(
      fc.property(fc.lorem({ mode: 'sentences', maxCount: 5 }), text => {
        expect(classifyReply(`${text}\nSTOP`)).toMatchObject({ kind: 'stop' })
      }),
    )
  })

  it('of words from the corpus is classified', () => {
    const words = [...new Set([...close, ...stayOpen].flatMap(text => text.split(/\s+/)))]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 40 }), chosen => {
        expect(classifyReply(chosen.join(' '))).toHaveProperty('kind')
      }),
      { numRuns: 1_000 },
    )
  })
})

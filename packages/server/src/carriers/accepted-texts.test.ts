// Whatever the API accepts, every carrier can be given.
import { limits, mistakeInMessageText } from '@parley/contract'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LongTexts, segmentText } from '../platform/smpp/codec/segments.ts'
import type { OutgoingText, Submission } from './carrier.ts'
import { Submissions } from './submissions.ts'

const ways: readonly LongTexts[] = ['udh8', 'udh16', 'sar', 'payload']
const alphabets = ['gsm', 'latin1'] as const
/** What the interface promises: 1,600 code units in UCS-2, or as many escaped characters of GSM. */
const partsMost = 25

const partsOf = (text: string): (number | undefined)[] =>
  ways.flatMap(longTexts =>
    alphabets.map(defaultAlphabet => segmentText(text, { longTexts, defaultAlphabet, reference: 1 })?.length),
  )

describe('every text that the API accepts', () => {
  it('can be encoded for every carrier', () => {
    const unit = fc.constantFrom('x', '€', '^', 'é', 'я', '中', '😀', '👩‍👩‍👧‍👦', ' ', '\n', '\t', '\u200b')
    const text = fc.oneof(
      fc.array(unit, { maxLength: 60 }).map(units => units.join('')),
      fc.tuple(unit, fc.nat(2_000)).map(([one, times]) => `${one.repeat(times)}.`),
      fc.string({ unit: 'binary', maxLength: 2_000 }),
    )
    let accepted = 0
    fc.assert(
      fc.property(text, words => {
        if (mistakeInMessageText(words) !== undefined) return
        accepted += 1
        for (const parts of partsOf(words)) {
          expect(parts).toBeGreaterThan(0)
          expect(parts).toBeLessThanOrEqual(partsMost)
        }
      }),
      { numRuns: 2_000 },
    )
    expect(accepted).toBeGreaterThan(500)
  })

  it.each(['x', '€', 'я', '😀'])('of 1,600 code units of %s can be encoded for every carrier', character => {
    const words = character.repeat(limits.textCodeUnits / character.length)
    expect(mistakeInMessageText(words)).toBeUndefined()
    expect(partsOf(words)).toEqual(partsOf(words).map(() => expect.any(Number)))
  })
})

it('a text that needs more parts than SMPP can number is refused by its encoder, not by an exception', () => {
  expect(partsOf('x'.repeat(100_001))).toEqual(ways.flatMap(() => [undefined, undefined]))
})

it('a text on which a carrier fails does not cost the texts beside it their outcomes', async () => {
  const failures: unknown[] = []
  const submissions = new Submissions(error => failures.push(error))
  const texts = ['good', 'bad', 'good'].map(
    (text, index): OutgoingText => ({ reference: `${index}`, from: '+1', to: '+2', text }),
  )
  const submit = async ({ reference, text }: OutgoingText): Promise<Submission> => {
    if (text === 'bad') throw new RangeError('cannot be encoded')
    return { status: 'accepted', carrierMessageId: reference }
  }
  expect(await submissions.submit(texts, submit)).toEqual([
    { status: 'accepted', carrierMessageId: '0' },
    { status: 'unknown' },
    { status: 'accepted', carrierMessageId: '2' },
  ])
  expect(failures).toHaveLength(1)
})

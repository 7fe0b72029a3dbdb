// Who verifies a bundle finds fault with every text after a STOP. A word that is one to the verifier must be one to the service too.
import { isStopWord } from '@parley/evidence'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { classifyReply } from './classify-reply.ts'

const of = (...letters: string[]) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 6 })
const word = fc.oneof(
  fc.constantFrom('stop', 'quit', 'end', 'revoke', 'cancel', 'unsubscribe', 'optout'),
  of(' ', '\t', '-').map(between => `opt${between}out`),
)
const anyCase = fc.mixedCase(word)

it('whatever is a STOP to the verifier is one to the service', () => {
  const holds = fc.check(
    fc.property(
      of(' ', '\n', '\t', '\u00a0'),
      anyCase,
      of(' ', '\n', '\r', '.', '!'),
      (before, said, after) => {
        const text = before + said + after
        return !isStopWord(text) || classifyReply(text).kind === 'stop'
      },
    ),
    { numRuns: 5_000 },
  )
  expect(holds.counterexample).toBeNull()
})

it.each([
  'stop',
  'Quit.',
  'END!',
  ' revoke',
  'opt out',
  'opt-out',
  'OPTOUT',
  'opt - out',
  'cancel',
  'unsubscribe',
])('%j is a STOP to both', text => {
  expect(isStopWord(text)).toBe(true)
  expect(classifyReply(text)).toMatchObject({ kind: 'stop' })
})

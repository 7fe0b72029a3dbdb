import { expect, it } from 'vitest'
import type { ConsentState } from '../consent/consent.ts'
import { decideSend } from './decide-send.ts'

const states: ConsentState[] = ['none', 'pending', 'accepted', 'opted_out']
const verdicts = (
  isConsentRequired: boolean,
  hasTextingNumber: boolean,
  { isAccountActive = true, isWithdrawn = false } = {},
): string[] =>
  states.map(consent => {
    const decision = decideSend({
      consent,
      isConsentRequired,
      hasTextingNumber,
      isAccountActive,
      isWithdrawn,
    })
    return decision.verdict === 'send' ? 'send' : decision.code
  })

it('texts those who accepted, where consent is required', () => {
  expect(verdicts(true, true)).toEqual(['consent_required', 'consent_pending', 'send', 'opted_out'])
})

it('texts all but those who opted out, where consent is not required', () => {
  expect(verdicts(false, true)).toEqual(['send', 'send', 'send', 'opted_out'])
})

it('texts nobody without a number to text from', () => {
  for (const isRequired of [true, false]) {
    expect(verdicts(isRequired, false)).toEqual([
      'no_texting_number',
      'no_texting_number',
      'no_texting_number',
      'opted_out',
    ])
  }
})

it.each([{ isAccountActive: false }, { isWithdrawn: true }])('texts nobody where %o', facts => {
  for (const isRequired of [true, false]) {
    expect(verdicts(isRequired, true, facts)).toEqual([
      'blocked_by_policy',
      'blocked_by_policy',
      'blocked_by_policy',
      'opted_out',
    ])
  }
})

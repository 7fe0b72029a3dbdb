import { expect, it } from 'vitest'
import type { ConsentState } from '../../consent/consent.ts'
import { decideSend } from './decide-send.ts'

const states: ConsentState[] = ['none', 'pending', 'declined', 'accepted', 'opted_out']
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

it('texts people who accepted if consent is required', () => {
  expect(verdicts(true, true)).toEqual([
    'consent_required',
    'consent_pending',
    'consent_declined',
    'send',
    'opted_out',
  ])
})

it('texts all but those who opted out or said NO if consent is not required', () => {
  expect(verdicts(false, true)).toEqual(['send', 'send', 'consent_declined', 'send', 'opted_out'])
})

it('texts no one without a number to text from', () => {
  for (const isRequired of [true, false]) {
    expect(verdicts(isRequired, false)).toEqual([...Array<string>(4).fill('no_texting_number'), 'opted_out'])
  }
})

it.each([{ isAccountActive: false }, { isWithdrawn: true }])('texts no one if %o', facts => {
  for (const isRequired of [true, false]) {
    expect(verdicts(isRequired, true, facts)).toEqual([
      ...Array<string>(4).fill('blocked_by_policy'),
      'opted_out',
    ])
  }
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  defaultPolicy,
  guidanceText,
  lintConsentRequest,
  lintHelp,
  lintPolicy,
  lintStopConfirmation,
} from './policy-texts.ts'
import { renderText } from './render-text.ts'

const firm = 'Harbor Wealth'
const request =
  '{advisor} of {firm} would like to text you. Reply YES to agree. Message frequency varies. Message and data rates may apply. Reply HELP for help or STOP to opt out.'

describe('renderText', () => {
  it('fills in the names wherever they occur', () => {
    expect(
      renderText('{firm}: {advisor} here, {advisor} of {firm}', { advisor: 'Avery', firm: 'Harbor' }),
    ).toBe('Harbor: Avery here, Avery of Harbor')
  })

  it('inserts names literally, even if they look like placeholders', () => {
    const speaker = { advisor: '{firm} $& $1', firm: '{advisor}' }
    expect(renderText('{advisor}, {firm}', speaker)).toBe('{firm} $& $1, {advisor}')
  })

  it('leaves other braces alone', () => {
    expect(renderText('{client} {Firm} { firm }', { advisor: 'A', firm: 'F' })).toBe(
      '{client} {Firm} { firm }',
    )
  })
})

describe('a valid text', () => {
  it('includes every default text', () => {
    expect(lintPolicy({ ...defaultPolicy, consentRequestText: request }, firm)).toEqual({
      mistakes: [],
      warnings: [],
    })
    expect(lintConsentRequest(guidanceText, firm).mistakes).toEqual([])
  })

  it.each([
    'Harbor Wealth asks: may Avery text you? Reply YES or STOP. Msg & data rates may apply. Up to 4 msgs/month. HELP for help.',
    'HARBOR WEALTH: YES to agree, STOP to opt out, HELP for help. 2 texts per week. Message and data rates may apply. https://harbor.example/privacy',
  ])('can ask in other words: %s', text => {
    expect(lintConsentRequest(text, firm)).toEqual({ mistakes: [], warnings: [] })
  })

  it.each([
    '{firm}: you are opted out and will receive no further messages.',
    'You won’t get texts from {firm} again. Reply START to opt back in.',
    'Harbor Wealth will not text you any more.',
  ])('can confirm a STOP in other words: %s', text => {
    expect(lintStopConfirmation(text, firm)).toEqual({ mistakes: [], warnings: [] })
  })
})

describe('an invalid text', () => {
  it('reports all errors at once', () => {
    expect(lintConsentRequest('May we text you? We will stop by, yes.', firm).mistakes).toEqual([
      'The consent request must name the firm: write {firm}.',
      'The consent request must say how to agree, with YES in capitals.',
      'The consent request must say how to opt out, with STOP in capitals.',
    ])
    expect(lintHelp('Call us.', firm).mistakes).toEqual([
      'The answer to HELP must name the firm: write {firm}.',
      'The answer to HELP must say how to opt out, with STOP in capitals.',
    ])
    expect(lintStopConfirmation('Sorry to see you go! More at harbor.example', firm).mistakes).toEqual([
      'The confirmation of STOP must name the firm: write {firm}.',
      'The confirmation of STOP must say that no more texts will come.',
      'The confirmation of STOP must not contain a link or an address: it only confirms.',
    ])
  })

  it.each([
    'https://x',
    'HTTP://1.2.3.4',
    'www.harbor',
    'harbor.example/offer',
    'avery@harbor.example',
    'bit.ly',
  ])('has a link in the STOP confirmation: %s', link => {
    expect(lintStopConfirmation(`{firm}: no more texts. ${link}`, firm).mistakes).toHaveLength(1)
  })

  it('is not made valid by the firm’s name', () => {
    const yesBank = 'Welcome to YES Bank. Reply STOP to opt out.'
    expect(lintConsentRequest(yesBank, 'YES Bank').mistakes).toEqual([
      'The consent request must say how to agree, with YES in capitals.',
    ])
    expect(lintStopConfirmation('Wealth.com will send no more texts.', 'Wealth.com').mistakes).toEqual([])
    expect(lintStopConfirmation('Harbor sends no more. Harbor.com', 'Harbor').mistakes).toHaveLength(1)
  })

  it.each([
    ['{client}', 'contain no braces except in {advisor} and {firm}'],
    ['{Advisor}', 'contain no braces except in {advisor} and {firm}'],
    ['{{firm}}', 'contain no braces except in {advisor} and {firm}'],
    ['{firm', 'contain no braces except in {advisor} and {firm}'],
    ['a\nb', 'not contain line breaks or other control characters'],
    ['a\0b', 'not contain line breaks or other control characters'],
    ['a\ud800b', 'not contain line breaks or other control characters'],
    ['a\u202eb', 'not contain line breaks or other control characters'],
    [' ', 'have no space at either end'],
  ])('contains %j anywhere', (bad, demand) => {
    const texts = [`${request}${bad}`, `${bad}${request}`]
    for (const text of texts) {
      expect(lintConsentRequest(text, firm).mistakes).toEqual([`The consent request must ${demand}.`])
    }
  })

  it('is empty', () => {
    expect(lintHelp('', firm).mistakes).toContain('The answer to HELP must not be empty.')
  })

  it('could exceed 1,600 characters, in which an emoji counts as two', () => {
    // Each name counts as 200 characters, whatever its current length.
    const left = 1_600 - (request.length - '{advisor}{firm}'.length + 400)
    const fits = `${request}${'😀'.repeat(left / 2)}${'x'.repeat(left % 2)}`
    expect(lintConsentRequest(fits, firm).mistakes).toEqual([])
    expect(lintConsentRequest(`${fits}x`, firm).mistakes).toEqual([
      'The consent request must have at most 1,600 characters, counting each name as 200.',
    ])
  })

  it('is never accepted: accepted texts fit and have no placeholder left, whatever the names', () => {
    const part = fc.oneof(
      fc.constantFrom('{advisor}', '{firm}', '{', '}', 'STOP', 'YES', '\n', ' '),
      fc.nat(200).map(length => '😀'.repeat(length)),
      fc.string({ unit: 'binary', maxLength: 2 }),
    )
    const name = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 200 })
    let passed = 0
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), name, name, (parts, advisor, firmName) => {
        const text = `{firm} STOP ${parts.join('')}.`
        if (lintHelp(text, firmName).mistakes.length > 0) return
        passed += 1
        const rendered = renderText(text, { advisor, firm: firmName })
        expect(rendered.length).toBeLessThanOrEqual(1_600)
        expect(renderText(text, { advisor: 'A', firm: 'F' })).not.toMatch(/[{}\p{Cc}]/u)
      }),
      { numRuns: 1_000 },
    )
    expect(passed).toBeGreaterThan(100)
  })
})

describe('a warning', () => {
  it('a carrier requirement is missing', () => {
    expect(lintConsentRequest('{firm}: reply YES to agree or STOP to opt out.', firm)).toEqual({
      mistakes: [],
      warnings: [
        'The consent request should say how to get help, with HELP in capitals.',
        'The consent request should say that message and data rates may apply, in these words.',
        'The consent request should say how often texts come, such as: Message frequency varies.',
      ],
    })
  })

  it('consent is required but cannot be requested', () => {
    const warning = 'Consent is required and there is no consent request, so nobody can be asked.'
    expect(lintPolicy(defaultPolicy, firm).warnings).toEqual([warning])
    expect(lintPolicy({ ...defaultPolicy, isConsentRequired: false }, firm).warnings).toEqual([])
  })
})

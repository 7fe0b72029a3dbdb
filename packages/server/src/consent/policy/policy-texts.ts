// The texts clients receive in a firm's name, and what they must contain. Templates use {advisor} and {firm}.
import { limits } from '@parley/contract'
import { nameCharactersMax } from '../../identity/index.ts'
import type { TextingPolicy } from './records.ts'
import { renderText } from './render-text.ts'

const defaultHelpText =
  '{firm}: this number is how you text with {advisor}. Reply here to reach {advisor}. Message frequency varies. Message and data rates may apply. Reply STOP to opt out.'

const defaultStopConfirmationText =
  'You have opted out. {advisor} of {firm} will send you no more texts. Reply START if you want them again.'

/** Also the default of the column, for firms that decided before this text existed. */
const defaultOptInConfirmationText =
  '{firm}: you agreed to texts from {advisor}. Message frequency varies. Message and data rates may apply. Reply HELP for help or STOP to opt out.'

/** Policy of a firm that has decided nothing: no one may be texted or asked for consent. */
export const defaultPolicy: TextingPolicy = {
  isConsentRequired: true,
  consentRequestText: null,
  helpText: defaultHelpText,
  stopConfirmationText: defaultStopConfirmationText,
  optInConfirmationText: defaultOptInConfirmationText,
  askAgainAfterHours: 0,
  askAgainAfterNoDays: 30,
  declinesMost: 2,
}

/** Sent when a reply to the consent request is neither yes nor no. */
export const guidanceText =
  '{firm}: we did not understand your reply. Reply YES to agree to texts from {advisor} or STOP to opt out.'

/** Problems with a text, as sentences for its author. */
export interface Lint {
  /** A text with any of these is not stored. */
  readonly mistakes: readonly string[]
  /** Carrier guidelines (CTIA) that the law does not require. */
  readonly warnings: readonly string[]
}

/** Returns what the text must do but does not. */
type Rule = (text: string, firm: string) => string | undefined

interface Rules {
  readonly must: readonly Rule[]
  readonly should: readonly Rule[]
}

// Ignore the firm's name: a firm called YES Bank or Wealth.com must not satisfy or break a rule by its name.
const withoutName = (text: string, firm: string): string => text.replaceAll(firm, 'firm')

const has =
  (pattern: RegExp, demand: string): Rule =>
  (text, firm) =>
    pattern.test(withoutName(text, firm)) ? undefined : demand

const namesFirm: Rule = (text, firm) =>
  text.includes('{firm}') || text.toLowerCase().includes(firm.toLowerCase())
    ? undefined
    : 'name the firm: write {firm}'

// Capitals only: "we will stop by on Monday" does not explain how to opt out.
const saysStop = has(/\bSTOP\b/, 'say how to opt out, with STOP in capitals')

// Phones turn a dot between letters without a space into a link.
const link = /:\/\/|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}/iu
const hasNoLink: Rule = (text, firm) =>
  link.test(withoutName(text, firm)) ? 'not contain a link or an address: it only confirms' : undefined

const promise = /\b(no (more|further|longer|other|additional)|not|never|won['’]t)\b/i

const disclosures: readonly Rule[] = [
  has(/\bHELP\b/, 'say how to get help, with HELP in capitals'),
  has(
    /\b(message|msg)s?\.? *(and|&) *data rates may apply\b/i,
    'say that message and data rates may apply, in these words',
  ),
  has(
    /\bfrequency\b|\b(texts?|messages?|msgs?) *(a|per|\/) *(day|week|month|year)\b/i,
    'say how often texts come, such as: Message frequency varies',
  ),
]

const consentRequestRules: Rules = {
  must: [namesFirm, has(/\bYES\b/, 'say how to agree, with YES in capitals'), saysStop],
  should: disclosures,
}
const optInConfirmationRules: Rules = { must: [namesFirm, saysStop, hasNoLink], should: disclosures }
const helpRules: Rules = { must: [namesFirm, saysStop], should: [] }
const stopConfirmationRules: Rules = {
  must: [namesFirm, has(promise, 'say that no more texts will come'), hasNoLink],
  should: [],
}

/** The first text that clients get from somebody whom they do not know yet. */
const handoverNoticeRules: Rules = {
  must: [
    namesFirm,
    text => (text.includes('{advisor}') ? undefined : 'name the new advisor: write {advisor}'),
    saysStop,
  ],
  should: [text => (text.includes('{former}') ? undefined : 'name the advisor before: write {former}')],
}

export const lintConsentRequest = (text: string, firm: string): Lint =>
  lint('The consent request', consentRequestRules, text, firm)

export const lintHelp = (text: string, firm: string): Lint =>
  lint('The answer to HELP', helpRules, text, firm)

export const lintStopConfirmation = (text: string, firm: string): Lint =>
  lint('The confirmation of STOP', stopConfirmationRules, text, firm)

export const lintOptInConfirmation = (text: string, firm: string): Lint =>
  lint('The confirmation of YES', optInConfirmationRules, text, firm)

/** Template of the text that clients get when the book of their advisor was handed over. It can also use {former}. */
export function lintHandoverNotice(text: string, firm: string): Lint {
  const { must, should } = handoverNoticeRules
  const warned = lint('The notice', { must: [], should }, text, firm).warnings
  return {
    ...lint('The notice', { must, should: [] }, text.replaceAll('{former}', longestName), firm),
    warnings: warned,
  }
}

interface LintedText extends Lint {
  readonly field: 'consentRequestText' | 'helpText' | 'stopConfirmationText' | 'optInConfirmationText'
  readonly text: string
}

interface LintedTexts {
  readonly texts: readonly LintedText[]
  /** About the policy as a whole. */
  readonly warnings: readonly string[]
}

/** Lints every text of a policy as of today: the firm may have been renamed since they were stored. */
export function lintTexts(policy: TextingPolicy, firm: string): LintedTexts {
  const { consentRequestText, isConsentRequired, helpText, stopConfirmationText, optInConfirmationText } =
    policy
  const texts: readonly LintedText[] = [
    ...(consentRequestText === null
      ? []
      : [
          {
            field: 'consentRequestText' as const,
            text: consentRequestText,
            ...lintConsentRequest(consentRequestText, firm),
          },
        ]),
    { field: 'helpText', text: helpText, ...lintHelp(helpText, firm) },
    {
      field: 'stopConfirmationText',
      text: stopConfirmationText,
      ...lintStopConfirmation(stopConfirmationText, firm),
    },
    {
      field: 'optInConfirmationText',
      text: optInConfirmationText,
      ...lintOptInConfirmation(optInConfirmationText, firm),
    },
  ]
  const isSilent = isConsentRequired && consentRequestText === null
  return {
    texts,
    warnings: isSilent
      ? ['Consent is required and there is no consent request, so nobody can be asked.']
      : [],
  }
}

/** All lints of a policy in one list. */
export function lintPolicy(policy: TextingPolicy, firm: string): Lint {
  const { texts, warnings } = lintTexts(policy, firm)
  return {
    mistakes: texts.flatMap(({ mistakes }) => mistakes),
    warnings: [...warnings, ...texts.flatMap(each => each.warnings)],
  }
}

function lint(subject: string, { must, should }: Rules, text: string, firm: string): Lint {
  const broken = (rules: readonly Rule[]): string[] => rules.flatMap(rule => rule(text, firm) ?? [])
  return {
    mistakes: broken([...must, ...everyText]).map(demand => `${subject} must ${demand}.`),
    warnings: broken(should).map(demand => `${subject} should ${demand}.`),
  }
}

// Control characters, bidirectional overrides and lone surrogates.
const misleading = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

// Names may change later, so a text must fit with the longest possible name.
const longestName = 'n'.repeat(nameCharactersMax)
const longestSpeaker = { advisor: longestName, firm: longestName }

const everyText: readonly Rule[] = [
  text => (text === '' ? 'not be empty' : undefined),
  text => (text.trim() === text ? undefined : 'have no space at either end'),
  text => (misleading.test(text) ? 'not contain line breaks or other control characters' : undefined),
  text =>
    /[{}]/.test(renderText(text, longestSpeaker))
      ? 'contain no braces except in {advisor} and {firm}'
      : undefined,
  text =>
    renderText(text, longestSpeaker).length > limits.textCodeUnits
      ? `have at most ${limits.textCodeUnits.toLocaleString('en-US')} characters, counting each name as ${longestName.length}`
      : undefined,
]

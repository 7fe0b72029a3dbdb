// The words that clients get in a firm's name, and what has to be in them. Texts hold {advisor} and {firm}.
import { limits } from '@parley/contract'
import { nameCharactersMax } from '../../identity/index.ts'
import type { TextingPolicy } from './records.ts'
import { renderText } from './render-text.ts'

const defaultHelpText =
  '{firm}: this number is how you text with {advisor}. Reply here to reach {advisor}. Message frequency varies. Message and data rates may apply. Reply STOP to opt out.'

const defaultStopConfirmationText =
  'You have opted out. {advisor} of {firm} will send you no more texts. Reply START if you want them again.'

/** What holds for a firm that has decided nothing: nobody may be texted, and nobody can be asked. */
export const defaultPolicy: TextingPolicy = {
  isConsentRequired: true,
  consentRequestText: null,
  helpText: defaultHelpText,
  stopConfirmationText: defaultStopConfirmationText,
}

/** Answers a reply to the consent request that is neither yes nor no. */
export const guidanceText =
  '{firm}: we did not understand your reply. Reply YES to agree to texts from {advisor} or STOP to opt out.'

/** What is wrong with a text, as sentences for the person who wrote it. */
export interface Lint {
  /** A text with one of these is not stored. */
  readonly mistakes: readonly string[]
  /** What carriers ask of a text (CTIA) and the law does not. */
  readonly warnings: readonly string[]
}

/** Answers what the text must do and does not. */
type Rule = (text: string, firm: string) => string | undefined

interface Rules {
  readonly must: readonly Rule[]
  readonly should: readonly Rule[]
}

// A firm called YES Bank or Wealth.com has said nothing by its name.
const withoutName = (text: string, firm: string): string => text.replaceAll(firm, 'firm')

const has =
  (pattern: RegExp, demand: string): Rule =>
  (text, firm) =>
    pattern.test(withoutName(text, firm)) ? undefined : demand

const namesFirm: Rule = (text, firm) =>
  text.includes('{firm}') || text.toLowerCase().includes(firm.toLowerCase())
    ? undefined
    : 'name the firm: write {firm}'

// In capitals: "we will stop by on Monday" tells nobody how to opt out.
const saysStop = has(/\bSTOP\b/, 'say how to opt out, with STOP in capitals')

// Between letters a dot without a space is taken for an address: phones make a link of it.
const link = /:\/\/|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}/iu
const hasNoLink: Rule = (text, firm) =>
  link.test(withoutName(text, firm)) ? 'not contain a link or an address: it only confirms' : undefined

const promise = /\b(no (more|further|longer|other|additional)|not|never|won['’]t)\b/i

const consentRequestRules: Rules = {
  must: [namesFirm, has(/\bYES\b/, 'say how to agree, with YES in capitals'), saysStop],
  should: [
    has(/\bHELP\b/, 'say how to get help, with HELP in capitals'),
    has(
      /\b(message|msg)s?\.? *(and|&) *data rates may apply\b/i,
      'say that message and data rates may apply, in these words',
    ),
    has(
      /\bfrequency\b|\b(texts?|messages?|msgs?) *(a|per|\/) *(day|week|month|year)\b/i,
      'say how often texts come, such as: Message frequency varies',
    ),
  ],
}
const helpRules: Rules = { must: [namesFirm, saysStop], should: [] }
const stopConfirmationRules: Rules = {
  must: [namesFirm, has(promise, 'say that no more texts will come'), hasNoLink],
  should: [],
}

export const lintConsentRequest = (text: string, firm: string): Lint =>
  lint('The consent request', consentRequestRules, text, firm)

export const lintHelp = (text: string, firm: string): Lint =>
  lint('The answer to HELP', helpRules, text, firm)

export const lintStopConfirmation = (text: string, firm: string): Lint =>
  lint('The confirmation of STOP', stopConfirmationRules, text, firm)

/** All texts of a policy as they would be judged today: the firm may have got another name since they were stored. */
export function lintPolicy(policy: TextingPolicy, firm: string): Lint {
  const { consentRequestText, isConsentRequired, helpText, stopConfirmationText } = policy
  const lints = [
    ...(consentRequestText === null ? [] : [lintConsentRequest(consentRequestText, firm)]),
    lintHelp(helpText, firm),
    lintStopConfirmation(stopConfirmationText, firm),
  ]
  const silent = isConsentRequired && consentRequestText === null
  return {
    mistakes: lints.flatMap(({ mistakes }) => mistakes),
    warnings: [
      ...(silent ? ['Consent is required and there is no consent request, so nobody can be asked.'] : []),
      ...lints.flatMap(({ warnings }) => warnings),
    ],
  }
}

function lint(subject: string, { must, should }: Rules, text: string, firm: string): Lint {
  const broken = (rules: readonly Rule[]): string[] => rules.flatMap(rule => rule(text, firm) ?? [])
  return {
    mistakes: broken([...must, ...everyText]).map(demand => `${subject} must ${demand}.`),
    warnings: broken(should).map(demand => `${subject} should ${demand}.`),
  }
}

// What acts on a screen, reads in another direction than it looks, or is half a character.
const misleading = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

// Names may still change, so a text must fit with the longest that there can be.
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
    charactersOf(renderText(text, longestSpeaker)) > limits.textCharacters
      ? `have at most ${limits.textCharacters.toLocaleString('en-US')} characters, counting each name as ${nameCharactersMax}`
      : undefined,
]

/** As a client would count them. */
export const charactersOf = (text: string): number => [...text].length

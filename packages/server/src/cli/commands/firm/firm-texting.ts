import { Command, Option } from 'commander'
import {
  changeTextingPolicy,
  findTextingPolicy,
  lintPolicy,
  listConsentExceptions,
  listTextingPolicies,
  type PolicyVersion,
  renderText,
  type TextingPolicy,
} from '../../../consent/index.ts'
import { type Firm, findFirm, listAdvisors } from '../../../identity/index.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { type Operated, operatorName, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, fields, formatOption, minute, print } from '../../terminal/output.ts'
import { readTextFile } from '../../terminal/read-text-file.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'
import { withDatabase } from '../../terminal/with-database.ts'

interface SetOptions extends Formatted, Operated {
  readonly consentRequired?: 'yes' | 'no'
  /** False if --no-consent-text was given. */
  readonly consentText?: string | false
  readonly consentTextFile?: string
  readonly helpText?: string
  readonly stopText?: string
  readonly optInText?: string
  readonly askAgainAfter?: number
  readonly askAgainAfterNo?: number
  readonly askUntilNos?: number
}

const firmArgument = ['<firm>', 'id or unique name of the firm'] as const

export const firmTextingCommand = (): Command => {
  const texting = new Command('texting')
    .summary('manage the texting policy of a firm')
    .description(
      'Manage the texting policy of a firm: whether clients must consent first, and the texts that Parley sends for it. Every change is a new version that records its operator.',
    )
    .helpCommand(false)

  texting
    .command('show')
    .summary('show the current policy')
    .description(
      'Shows the current policy of a firm: its texts as clients see them, and any problems with them.',
    )
    .argument(...firmArgument)
    .addOption(formatOption())
    .action((reference: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const firm = await findFirm(database, reference)
        const shown = await readPolicy(database, firm)
        print(options, shown, describe(`Texting at ${firm.name}`, shown))
      }),
    )

  texting
    .command('set')
    .summary('change the policy')
    .description(
      'Changes only the given options. In texts, {advisor} and {firm} stand for the names of the sender. A text that a client could not act on is rejected, with every problem listed.',
    )
    .addHelpText('after', setHelp)
    .argument(...firmArgument)
    .addOption(
      new Option('--consent-required <answer>', 'whether clients must consent before being texted').choices([
        'yes',
        'no',
      ]),
    )
    .option('--consent-text <text>', 'consent request; must name the firm, YES and STOP')
    .addOption(
      new Option('--consent-text-file <file>', 'the consent request, from a UTF-8 file').conflicts(
        'consentText',
      ),
    )
    .option('--no-consent-text', 'do not collect consent')
    .option('--help-text <text>', 'reply to HELP; must name the firm and STOP')
    .option('--stop-text <text>', 'reply to STOP; must name the firm and say that texts end, without a link')
    .option('--opt-in-text <text>', 'reply to YES; must name the firm and STOP, without a link')
    .addOption(
      new Option(
        '--ask-again-after <hours>',
        'how long to wait after an unanswered consent request',
      ).argParser(wholeNumber(0, 999_999)),
    )
    .addOption(
      new Option('--ask-again-after-no <days>', 'how long to wait after a NO').argParser(
        wholeNumber(0, 999_999),
      ),
    )
    .addOption(
      new Option('--ask-until-nos <count>', 'never ask again after this many NOs').argParser(
        wholeNumber(0, 999_999),
      ),
    )
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, { consentTextFile, ...options }: SetOptions) =>
      withDatabase(async ({ database }) => {
        const changes = {
          isConsentRequired:
            options.consentRequired === undefined ? undefined : options.consentRequired === 'yes',
          consentRequestText:
            consentTextFile === undefined
              ? textOrNone(options.consentText)
              : await readTextFile(consentTextFile),
          helpText: options.helpText,
          stopConfirmationText: options.stopText,
          optInConfirmationText: options.optInText,
          askAgainAfterHours: options.askAgainAfter,
          askAgainAfterNoDays: options.askAgainAfterNo,
          declinesMost: options.askUntilNos,
        }
        if (Object.values(changes).every(change => change === undefined)) {
          throw new Problem(
            'invalid_request',
            'Nothing to change. Use --consent-required, --consent-text, --consent-text-file, --no-consent-text, --help-text, --stop-text, --opt-in-text, --ask-again-after, --ask-again-after-no or --ask-until-nos.',
          )
        }
        const firm = await findFirm(database, reference)
        const { isNew, policy } = await changeTextingPolicy(database, {
          firmId: firm.id,
          decidedBy: operatorName(options),
          changes,
        })
        const headline = isNew
          ? `Version ${policy.version} now applies to ${firm.name}.`
          : `Nothing changed for ${firm.name}.`
        const shown = await readPolicy(database, firm)
        print(options, shown, describe(headline, shown))
      }),
    )

  texting
    .command('history')
    .summary('show all versions, newest first')
    .description('Shows every version of the policy, newest first, with texts as they are stored.')
    .argument(...firmArgument)
    .addOption(formatOption())
    .action((reference: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const firm = await findFirm(database, reference)
        const versions = await listTextingPolicies(database, firm.id)
        const none = `${firm.name} has no texting policy yet, so the defaults apply. To set one: parley firm texting set --help`
        print(options, versions, versions.length === 0 ? none : versions.map(describeVersion).join('\n\n'))
      }),
    )

  return texting
}

const setHelp = `
Examples:
  parley firm texting set "Harbor Wealth" --consent-text-file consent.txt
  parley firm texting set 1 --consent-required no
  parley firm texting set 1 --ask-again-after 72 --ask-again-after-no 90 --ask-until-nos 1

A consent request that passes without a warning:
  {advisor} of {firm} would like to text you about your accounts. Reply YES to agree. Message frequency varies.
  Message and data rates may apply. Reply HELP for help or STOP to opt out.`

const textOrNone = (text: string | false | undefined): string | null | undefined =>
  text === false ? null : text

/** The current policy, and how its texts look to a client of one of the firm's advisors. */
async function readPolicy(database: Database, firm: Firm) {
  const [policy, exceptions, advisors] = await Promise.all([
    findTextingPolicy(database, firm.id),
    listConsentExceptions(database, firm.id),
    listAdvisors(database, firm.id),
  ])
  const { mistakes, warnings } = lintPolicy(policy, firm.name)
  const advisor = (advisors.find(({ active }) => active) ?? advisors[0])?.name ?? 'Avery Collins'
  const seen = (template: string): { readonly text: string; readonly characters: number } => {
    const text = renderText(template, { advisor, firm: firm.name })
    return { text, characters: text.length }
  }
  const { consentRequestText, helpText, stopConfirmationText, optInConfirmationText } = policy
  return {
    firm: { id: firm.id, name: firm.name },
    ...policy,
    exceptions,
    sample: {
      advisor,
      consentRequest: consentRequestText === null ? null : seen(consentRequestText),
      help: seen(helpText),
      stopConfirmation: seen(stopConfirmationText),
      optInConfirmation: seen(optInConfirmationText),
    },
    mistakes,
    warnings,
  }
}

type ShownPolicy = Awaited<ReturnType<typeof readPolicy>>

function describe(headline: string, shown: ShownPolicy): string {
  const { sample, exceptions, mistakes, warnings } = shown
  const facts = fields([
    [
      'Version',
      shown.decidedAt === null
        ? 'none: the defaults apply'
        : `${shown.version}, set by ${shown.decidedBy} on ${minute(shown.decidedAt)}`,
    ],
    ['Consent', consentWords(shown.isConsentRequired)],
    ['Ask again', askingWords(shown)],
    [
      'Exceptions',
      exceptions.map(
        ({ advisor, consent }) => `${advisor.identifier}: ${consentWords(consent === 'required')}`,
      ),
    ],
  ])
  const text = (title: string, seen: ShownPolicy['sample']['consentRequest']): string =>
    seen === null
      ? `${title}: none. Consent cannot be requested.`
      : `${title}, ${seen.characters} characters:\n  ${seen.text}`
  return [
    headline,
    facts,
    `As clients of ${sample.advisor} see them:`,
    text('Consent request', sample.consentRequest),
    text('HELP reply', sample.help),
    text('STOP confirmation', sample.stopConfirmation),
    text('YES confirmation', sample.optInConfirmation),
    ...sentences('No longer valid', mistakes),
    ...sentences('Warnings', warnings),
  ].join('\n\n')
}

const sentences = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${title}:\n${lines.map(line => `  ${line}`).join('\n')}`]

const consentWords = (isRequired: boolean): string => (isRequired ? 'required' : 'not required')

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

const waitOf = (count: number, unit: string): string => (count === 0 ? 'any time' : counted(count, unit))

const askingWords = ({ askAgainAfterHours, askAgainAfterNoDays, declinesMost }: TextingPolicy): string =>
  `${waitOf(askAgainAfterHours, 'hour')} after an unanswered request, ${waitOf(askAgainAfterNoDays, 'day')} after a NO, never after ${counted(declinesMost, 'NO')}`

function describeVersion(policy: PolicyVersion): string {
  const { version, decidedBy, decidedAt } = policy
  return `Version ${version}, set by ${decidedBy} on ${minute(decidedAt)}\n\n${fields([
    ['Consent', consentWords(policy.isConsentRequired)],
    ['Ask again', askingWords(policy)],
    ['Consent request', policy.consentRequestText ?? 'none'],
    ['HELP reply', policy.helpText],
    ['STOP confirmation', policy.stopConfirmationText],
    ['YES confirmation', policy.optInConfirmationText],
  ])}`
}

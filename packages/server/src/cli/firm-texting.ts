import { Command, Option } from 'commander'
import type { Database } from '../db/pool.ts'
import { Problem } from '../http/problem.ts'
import { type Firm, findFirm, listAdvisors } from '../identity/index.ts'
import {
  changeTextingPolicy,
  charactersOf,
  findTextingPolicy,
  lintPolicy,
  listConsentExceptions,
  listTextingPolicies,
  type PolicyVersion,
  renderText,
} from '../texting/index.ts'
import { operatorName } from './operator.ts'
import { type Formatted, fields, formatOption, minute, print } from './output.ts'
import { readTextFile } from './read-text-file.ts'
import { withDatabase } from './with-database.ts'

interface SetOptions extends Formatted {
  readonly consentRequired?: 'yes' | 'no'
  /** False: --no-consent-text. */
  readonly consentText?: string | false
  readonly consentTextFile?: string
  readonly helpText?: string
  readonly stopText?: string
}

const firmArgument = ['<firm>', 'id, or name where only one firm has it'] as const

export const firmTextingCommand = (): Command => {
  const texting = new Command('texting')
    .summary('what a firm decides about texting')
    .description(
      'What a firm decides about texting: whether clients must agree first, and the texts that Parley sends in its name. Every change is a new version, with the name of who made it.',
    )
    .helpCommand(false)

  texting
    .command('show')
    .summary('show what holds now, as clients see it')
    .description(
      'Shows what holds for a firm now: its texts as clients see them, and what is wrong with them.',
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
    .summary('change what a firm decides')
    .description(
      'Changes what is given and leaves the rest. In texts {advisor} and {firm} stand for the names of whoever texts. A text that a client could not act on is refused, with all that is wrong with it.',
    )
    .addHelpText('after', setHelp)
    .argument(...firmArgument)
    .addOption(
      new Option('--consent-required <answer>', 'whether clients must agree before a text').choices([
        'yes',
        'no',
      ]),
    )
    .option('--consent-text <text>', 'asks a client to agree: names the firm, YES and STOP')
    .addOption(
      new Option('--consent-text-file <file>', 'the same, from a file in UTF-8').conflicts('consentText'),
    )
    .option('--no-consent-text', 'collect no consent')
    .option('--help-text <text>', 'answers HELP: names the firm and STOP')
    .option('--stop-text <text>', 'confirms STOP: names the firm, says that no more texts come, has no link')
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
        }
        if (Object.values(changes).every(change => change === undefined)) {
          throw new Problem(
            'invalid_request',
            'There is nothing to change: give --consent-required, --consent-text, --consent-text-file, --no-consent-text, --help-text or --stop-text.',
          )
        }
        const firm = await findFirm(database, reference)
        const { isNew, policy } = await changeTextingPolicy(database, {
          firmId: firm.id,
          operator: operatorName(),
          changes,
        })
        const headline = isNew
          ? `Version ${policy.version} holds at ${firm.name} from now on.`
          : `Nothing has changed at ${firm.name}.`
        const shown = await readPolicy(database, firm)
        print(options, shown, describe(headline, shown))
      }),
    )

  texting
    .command('history')
    .summary('show all versions, newest first')
    .description('Shows everything a firm has decided, newest first, with texts as they are stored.')
    .argument(...firmArgument)
    .addOption(formatOption())
    .action((reference: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const firm = await findFirm(database, reference)
        const versions = await listTextingPolicies(database, firm.id)
        const none = `${firm.name} has decided nothing yet: the defaults hold. Decide: parley firm texting set --help`
        print(options, versions, versions.length === 0 ? none : versions.map(describeVersion).join('\n\n'))
      }),
    )

  return texting
}

const setHelp = `
Examples:
  parley firm texting set "Harbor Wealth" --consent-text-file consent.txt
  parley firm texting set 1 --consent-required no

A consent request that passes without a warning:
  {advisor} of {firm} would like to text you about your accounts. Reply YES to agree. Message frequency varies.
  Message and data rates may apply. Reply HELP for help or STOP to opt out.`

const textOrNone = (text: string | false | undefined): string | null | undefined =>
  text === false ? null : text

/** What holds, and how it looks to a client of one of the firm's advisors. */
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
    return { text, characters: charactersOf(text) }
  }
  const { consentRequestText, helpText, stopConfirmationText } = policy
  return {
    firm: { id: firm.id, name: firm.name },
    ...policy,
    exceptions,
    sample: {
      advisor,
      consentRequest: consentRequestText === null ? null : seen(consentRequestText),
      help: seen(helpText),
      stopConfirmation: seen(stopConfirmationText),
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
        ? 'none: the defaults hold'
        : `${shown.version}, decided by ${shown.decidedBy} on ${minute(shown.decidedAt)}`,
    ],
    ['Consent', consentWords(shown.isConsentRequired)],
    [
      'Exceptions',
      exceptions.map(
        ({ advisor, consent }) => `${advisor.identifier}: ${consentWords(consent === 'required')}`,
      ),
    ],
  ])
  const text = (title: string, seen: ShownPolicy['sample']['consentRequest']): string =>
    seen === null
      ? `${title}: none. Consent cannot be asked for.`
      : `${title}, ${seen.characters} characters:\n  ${seen.text}`
  return [
    headline,
    facts,
    `As clients of ${sample.advisor} see them:`,
    text('Consent request', sample.consentRequest),
    text('Answer to HELP', sample.help),
    text('Confirmation of STOP', sample.stopConfirmation),
    ...sentences('Wrong by now', mistakes),
    ...sentences('Warnings', warnings),
  ].join('\n\n')
}

const sentences = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${title}:\n${lines.map(line => `  ${line}`).join('\n')}`]

const consentWords = (isRequired: boolean): string => (isRequired ? 'required' : 'not required')

function describeVersion(policy: PolicyVersion): string {
  const { version, decidedBy, decidedAt } = policy
  return `Version ${version}, decided by ${decidedBy} on ${minute(decidedAt)}\n\n${fields([
    ['Consent', consentWords(policy.isConsentRequired)],
    ['Consent request', policy.consentRequestText ?? 'none'],
    ['Answer to HELP', policy.helpText],
    ['Confirmation of STOP', policy.stopConfirmationText],
  ])}`
}

import { Command, Option } from 'commander'
import { findAdvisor, findPerson } from '../../../identity/index.ts'
import {
  defaultNotice,
  type HandoverChoice,
  handOverBook,
  listHandovers,
  previewHandover,
} from '../../../texting/index.ts'
import { type Operated, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, fields, formatOption, minute, print, table } from '../../terminal/output.ts'
import { withDatabase } from '../../terminal/with-database.ts'

interface HandOverOptions extends Formatted, Operated {
  readonly to: string
  readonly texts: HandoverChoice['texts']
  readonly notice?: string | true
  readonly preview?: true
}

export const handOverCommand = (): Command =>
  new Command('hand-over')
    .summary('hand an advisor’s book over to another advisor')
    .description(
      'Gives the account of an advisor to another advisor of the firm: numbers, contacts, conversations, consents and their evidence. Nothing is moved or copied. The former advisor can no longer open it, applications that they allowed lose access, and clients see the name of the new advisor. Assistants stay.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  parley advisor hand-over avery --to jordan --notice --preview\n  parley advisor hand-over avery --to jordan --notice "{firm}: {advisor} follows {former}. Reply STOP to opt out."',
    )
    .argument('<advisor>', 'whose book: identifier, or e-mail address')
    .requiredOption('--to <person>', 'new advisor: e-mail address, or identifier of their own account')
    .addOption(
      new Option(
        '--texts <choice>',
        'queued and scheduled texts: hold them until somebody has looked at them, or keep them going',
      )
        .choices(['hold', 'keep'])
        .default('hold'),
    )
    .option(
      '--notice [text]',
      `text every client who may be texted, with {advisor}, {former} and {firm}; without a text: ${defaultNotice}`,
    )
    .option('--preview', 'show what would happen, and change nothing')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: HandOverOptions) =>
      withDatabase(async ({ database }) => {
        const advisor = await findAdvisor(database, reference)
        const successor = await findPerson(database, options.to)
        const notice = options.notice === true ? defaultNotice : options.notice
        const choice = { advisorId: advisor.id, personId: successor.id, texts: options.texts, notice }
        if (options.preview) {
          const preview = await previewHandover(database, choice)
          print(options, preview, describePreview(preview))
          return
        }
        const handedOver = await handOverBook(database, choice, { actor: operatorOf(options) })
        print(options, handedOver, describeHandover(advisor.identifier, handedOver))
      }),
    )

export const handoversCommand = (): Command =>
  new Command('handovers')
    .summary('list when a book changed hands')
    .description('Lists each time an advisor’s book was handed over, and how many clients were told.')
    .argument('<advisor>', 'identifier or e-mail address')
    .addOption(formatOption())
    .action((reference: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const { id, identifier } = await findAdvisor(database, reference)
        const handovers = await listHandovers(database, id)
        print(options, handovers, listOf(identifier, handovers))
      }),
    )

function describePreview(preview: Awaited<ReturnType<typeof previewHandover>>): string {
  const { identifier, former, successor, book, applications, assistants, notice } = preview
  const rows = fields([
    ['From', former.name],
    ['To', successor.name],
    ['Contacts', book.contacts],
    ['Conversations', book.conversations],
    ['Consents', countsOf(book.consents)],
    ['Scheduled texts', book.scheduledTexts],
    ['Queued texts', `${book.waitingTexts}${book.isOnHold ? ' (on hold already)' : ''}`],
    [
      'Applications that lose access',
      applications.filter(({ isAllowedByFirm }) => !isAllowedByFirm).map(({ name }) => name),
    ],
    [
      'Applications that the firm allows',
      applications.filter(({ isAllowedByFirm }) => isAllowedByFirm).map(({ name }) => name),
    ],
    ['Assistants who stay', assistants.map(({ name }) => name)],
    ...(notice
      ? ([
          ['Notice', notice.text],
          ['Clients who get it', notice.clients],
          ['Clients who do not', countsOf(notice.refused)],
          ...(notice.mistakes.length > 0 ? [['Mistakes', notice.mistakes] as const] : []),
          ...(notice.warnings.length > 0 ? [['Warnings', notice.warnings] as const] : []),
        ] as const)
      : []),
  ])
  return `Handing over the book ${identifier}. Nothing was changed.\n\n${rows}`
}

const countsOf = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts).map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`)

function describeHandover(
  identifier: string,
  { handover, grantsEnded, schedulesHeld, isHeld }: Awaited<ReturnType<typeof handOverBook>>,
): string {
  const rows = fields([
    ['Grants ended', grantsEnded],
    ['Scheduled texts on hold', schedulesHeld],
    [
      'Queued texts',
      isHeld ? `on hold. To release them: parley outbox release --advisor ${identifier}` : 'none on hold',
    ],
    ['Notice', handover.notice ?? 'none'],
  ])
  return `${handover.holderName} now holds the book ${identifier} of ${handover.formerName}.\n\n${rows}`
}

function listOf(identifier: string, handovers: Awaited<ReturnType<typeof listHandovers>>): string {
  if (handovers.length === 0) return `The book ${identifier} was never handed over.`
  return table(
    ['When', 'From', 'To', 'Notice', 'Told', 'Not told'],
    handovers.map(({ at, formerName, holderName, notice, finishedAt, told, refused }) => [
      minute(at),
      formerName,
      holderName,
      noticeState(notice, finishedAt),
      told,
      countsOf(refused).join(', ') || '-',
    ]),
  )
}

function noticeState(notice: string | null, finishedAt: Date | null): string {
  if (notice === null) return 'none'
  return finishedAt === null ? 'being sent' : 'sent'
}

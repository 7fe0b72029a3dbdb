import { basename } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import {
  type ContentType,
  contentTypes,
  type FileFormat,
  fileFormats,
  type ImportReport,
  importContent,
  type ListedContent,
  listContent,
  readItems,
} from '../content/index.ts'
import { Problem } from '../http/problem.ts'
import { findFirm } from '../identity/index.ts'
import { day, type Formatted, fields, formatOption, print, table } from './output.ts'
import { createProgress } from './progress.ts'
import { withDatabase } from './with-database.ts'

interface ImportOptions extends Formatted {
  readonly from?: FileFormat
  readonly firm?: string
  readonly type?: ContentType
}

interface ListOptions extends Formatted {
  readonly firm?: string
  readonly shared?: true
  readonly type?: ContentType
  readonly limit: number
}

const typeOption = (description: string): Option =>
  new Option('--type <type>', description).choices(contentTypes)

export const contentCommand = (): Command => {
  const content = new Command('content')
    .summary('the content library')
    .description('Articles, e-mails, posts and papers that advisors share with clients. Needs DATABASE_URL.')
    .helpCommand(false)

  content
    .command('import')
    .summary('add items from a file, or bring them up to date')
    .description(
      'Imports the items of a CSV, JSON, RSS 2.0 or Atom file. An item that is there already, by its key, is brought up to date, so a file can be imported again and again. A file that cannot be read to its end changes nothing. Items that are no longer in the file stay.',
    )
    .argument('<file>', 'on this machine')
    .addOption(
      new Option('--from <format>', 'what the file is, if name and content do not tell').choices(fileFormats),
    )
    .option('--firm <firm>', 'id or name of the firm that alone sees them; without it everyone does')
    .addOption(typeOption('of items that name none; for RSS and Atom WebContent by default'))
    .addOption(formatOption())
    .addHelpText('after', importHelp)
    .action((path: string, { from, firm: reference, type, ...options }: ImportOptions) =>
      withDatabase(async ({ database }) => {
        const firm = reference === undefined ? undefined : await findFirm(database, reference)
        const progress = createProgress(`Importing ${basename(path)}`, 'items')
        const report = await importContent(database, {
          firmId: firm?.id,
          type,
          items: readItems(path, { format: from, onRead: progress.read }),
          onProgress: progress.handled,
        }).finally(progress.clear)
        print(options, report, describeImport(basename(path), firm?.name ?? 'everyone', report))
        // The rest is in, but a script must not take it for all.
        if (report.refused > 0) process.exitCode = 1
      }),
    )

  content
    .command('list')
    .summary('list items, newest first')
    .description('Lists items, newest first.')
    .option('--firm <firm>', 'only those of this firm: id, or name where only one firm has it')
    .option('--shared', 'only those that everyone sees')
    .addOption(typeOption('only those of this type'))
    .option('--limit <number>', 'how many at most', wholeNumber, 50)
    .addOption(formatOption())
    .action(({ firm: reference, shared, type, limit, ...options }: ListOptions) =>
      withDatabase(async ({ database }) => {
        if (shared && reference !== undefined) {
          throw new Problem('invalid_request', 'Give --firm or --shared, not both.')
        }
        const firm = reference === undefined ? undefined : await findFirm(database, reference)
        const of = shared ? 'everyone' : firm && { firmId: firm.id }
        const { items, total } = await listContent(database, { of, contentType: type, limit })
        print(options, { items, total }, listOf(items, total))
      }),
    )

  return content
}

const importHelp = `
Examples:
  parley content import library.csv
  parley content import articles.xml --from rss --firm "Harbor Wealth" --type WebContent

CSV has a first line with the names of the columns; JSON is a list of objects, or one object per line:
${fields([
  ['title', 'up to 300 characters'],
  ['url', 'where it can be read: https:// or http://'],
  ['type', contentTypes.join(', ')],
  ['summary', 'searched as well, up to 4,000 characters; may be left out'],
  ['published', 'such as 2026-03-09 or 2026-03-09T14:30:00Z; the time of its first import if left out'],
  ['key', 'names the item for good; the url if left out'],
])}

Exit code 1 if an item was refused. The others are imported all the same.`

function wholeNumber(text: string): number {
  if (!/^[1-9][0-9]{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 on.')
  return Number(text)
}

function describeImport(file: string, audience: string, report: ImportReport): string {
  const { added, changed, unchanged, refused, refusals } = report
  const counts = fields([
    ['Added', added],
    ['Changed', changed],
    ['Unchanged', unchanged],
    ['Refused', refused],
  ])
  const reasons = refusals.map(({ place, reason }) => `  ${place} ${reason}`)
  if (refused > refusals.length) reasons.push(`  and ${refused - refusals.length} more`)
  const why = reasons.length === 0 ? '' : `\n\nRefused:\n${reasons.join('\n')}`
  return `Imported ${file} for ${audience}.\n\n${counts}${why}`
}

function listOf(items: readonly ListedContent[], total: number): string {
  if (total === 0) return 'There are no such items. Add some: parley content import <file>'
  const rows = table(
    ['Id', 'Published', 'Type', 'For', 'Title'],
    items.map(({ id, publishedAt, contentType, firm, title }) => [
      id,
      day(publishedAt),
      contentType,
      firm ? `${firm.name} (${firm.id})` : 'everyone',
      title,
    ]),
  )
  return `${rows}\n\n${items.length} of ${total.toLocaleString('en-US')}`
}

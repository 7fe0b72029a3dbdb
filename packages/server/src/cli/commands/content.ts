import { basename } from 'node:path'
import { Command, Option } from 'commander'
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
} from '../../content/index.ts'
import { findFirm } from '../../identity/index.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type Operated, operatorOf, operatorOption } from '../terminal/operator.ts'
import { day, type Formatted, fields, formatOption, print, table } from '../terminal/output.ts'
import { createProgress } from '../terminal/progress.ts'
import { wholeNumber } from '../terminal/whole-number.ts'
import { withDatabase } from '../terminal/with-database.ts'

interface ImportOptions extends Formatted, Operated {
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
    .summary('manage the content library')
    .description(
      'Manage articles, e-mails, posts and papers that advisors share with clients. Needs DATABASE_URL.',
    )
    .helpCommand(false)

  content
    .command('import')
    .summary('add or update items from a file')
    .description(
      'Imports the items of a CSV, JSON, RSS 2.0 or Atom file. An item whose key already exists is updated, so a file can be imported repeatedly. A file that cannot be read to the end changes nothing. Items that are no longer in the file are kept.',
    )
    .argument('<file>', 'local file')
    .addOption(new Option('--from <format>', 'file format, if it cannot be detected').choices(fileFormats))
    .option('--firm <firm>', 'only this firm sees the items: id or name; default: everyone')
    .addOption(typeOption('type of items that have none; default for RSS and Atom: WebContent'))
    .addOption(operatorOption())
    .addOption(formatOption())
    .addHelpText('after', importHelp)
    .action((path: string, { from, firm: reference, type, ...options }: ImportOptions) =>
      withDatabase(async ({ database }) => {
        const firm = reference === undefined ? undefined : await findFirm(database, reference)
        const progress = createProgress(`Importing ${basename(path)}`, 'items')
        const wanted = {
          firmId: firm?.id,
          type,
          items: readItems(path, { format: from, onRead: progress.read }),
          onProgress: progress.handled,
        }
        const report = await importContent(database, wanted, operatorOf(options)).finally(progress.clear)
        print(options, report, describeImport(basename(path), firm?.name ?? 'everyone', report))
        // The rest was imported, but a script must notice that something was skipped.
        if (report.refused > 0) process.exitCode = 1
      }),
    )

  content
    .command('list')
    .summary('list items, newest first')
    .description('Lists items, newest first.')
    .option('--firm <firm>', 'only this firm: id or unique name')
    .option('--shared', 'only items that everyone sees')
    .addOption(typeOption('only this type'))
    .option('--limit <number>', 'maximum number', wholeNumber(1, 999_999), 50)
    .addOption(formatOption())
    .action(({ firm: reference, shared, type, limit, ...options }: ListOptions) =>
      withDatabase(async ({ database }) => {
        if (shared && reference !== undefined) {
          throw new Problem('invalid_request', 'Use --firm or --shared, not both.')
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

The first line of a CSV file names the columns. A JSON file is a list of objects, or one object per line:
${fields([
  ['title', 'up to 300 characters'],
  ['url', 'https:// or http:// URL of the item'],
  ['type', contentTypes.join(', ')],
  ['summary', 'optional, searchable, up to 4,000 characters'],
  ['published', 'such as 2026-03-09 or 2026-03-09T14:30:00Z; default: the time of its first import'],
  ['key', 'permanent key of the item; default: the url'],
])}

Invalid items are skipped, and the exit code is then 1.`

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
  if (total === 0) return 'No matching items. To add some: parley content import <file>'
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

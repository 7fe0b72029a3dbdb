import { basename } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import {
  checkContacts,
  type ExportFormat,
  exportContacts,
  exportFormats,
  findGroup,
  type ImportReport,
  importContacts,
  type LineNote,
  openContactFile,
  quoted,
} from '../../addressbook/index.ts'
import { findAdvisor } from '../../identity/index.ts'
import { type Separator, separators } from '../../platform/files/read-records.ts'
import { openOutput } from '../terminal/open-output.ts'
import { type Operated, operatorOf, operatorOption } from '../terminal/operator.ts'
import { type Formatted, fields, formatOption, minute, print } from '../terminal/output.ts'
import { createProgress } from '../terminal/progress.ts'
import { withDatabase } from '../terminal/with-database.ts'

interface ImportOptions extends Formatted, Operated {
  readonly advisor: string
  readonly map: readonly (readonly [title: string, field: string])[]
  readonly ignore: readonly string[]
  readonly separator?: Separator
  readonly group?: string
  readonly dryRun?: true
  readonly again?: true
}

interface ExportOptions extends Operated {
  readonly advisor: string
  readonly as: ExportFormat
  readonly output?: string
}

const advisorOption = ['--advisor <advisor>', 'owner of the contacts: identifier or e-mail address'] as const

export const contactsCommand = (): Command => {
  const contacts = new Command('contacts')
    .summary('import and export contacts')
    .description('Import the contacts of an advisor from a file, or export them. Needs DATABASE_URL.')
    .helpCommand(false)

  contacts
    .command('import')
    .summary('create contacts from a CSV file')
    .description(
      'Creates a contact for every line of a CSV file. A value that cannot be read is left out and listed with its line; a line without any name, number or e-mail address is skipped. People who are in the address book already are not added again, but get what they lack. To continue an interrupted import, run the same command again. A file that was already imported is recognized and not imported twice.',
    )
    .argument('<file>', 'local CSV file; the first line names the columns')
    .requiredOption(...advisorOption)
    .option('--dry-run', 'report invalid lines and change nothing')
    .option('--map <column=field>', 'map a column to a field; repeatable', mapping, [])
    .option('--ignore <column>', 'skip a column; repeatable', listed, [])
    .addOption(
      new Option(
        '--separator <name>',
        'column separator, if it cannot be detected from the first line',
      ).choices(Object.keys(separators)),
    )
    .option('--group <group>', 'group to add all contacts to: id or name')
    .option('--again', 'import a file even if it was already imported')
    .addOption(operatorOption())
    .addOption(formatOption())
    .addHelpText('after', importHelp)
    .action(importFile)

  contacts
    .command('export')
    .summary('export all contacts to a file')
    .description(
      'Writes a consistent snapshot of all contacts of an advisor to a file or to standard output. The export is recorded in the advisor’s journal.',
    )
    .requiredOption(...advisorOption)
    .addOption(
      new Option('--as <format>', 'csv for spreadsheets and import, jsonl for programs')
        .choices(exportFormats)
        .default('csv'),
    )
    .option('--output <file>', 'new file, readable only by you; default: standard output')
    .addOption(operatorOption())
    .addHelpText('after', exportHelp)
    .action(exportFile)

  return contacts
}

const importHelp = `
Examples:
  parley contacts import clients.csv --advisor avery --dry-run
  parley contacts import clients.csv --advisor avery
  parley contacts import clients.csv --advisor avery --map "Handy=phone" --ignore Notes --group "Newsletter"

Common column titles are recognized, ignoring case, spaces, hyphens and underscores. The fields:
${fields([
  ['firstName', 'First Name, Given Name, …'],
  ['lastName', 'Last Name, Surname, …'],
  ['emailAddress', 'E-mail, E-mail Address, …'],
  ['phone', 'Mobile Phone, Cell, Phone, …: E.164, such as +12025550123, or (202) 555-0123'],
  ['nickname', 'Nickname, Preferred Name, …'],
  ['birthDate', 'Birthday, Date of Birth, …: such as 1974-06-02, 6/2/1974 or Jun 2, 1974'],
  ['clientAnniversary', 'Client Anniversary, Client Since, …: such as 2015-09-14'],
  ['gender', '0 not known, 1 male, 2 female, 9 not applicable; number or word'],
  ['maritalStatus', 'Marital Status: 0 not known, 1 single, 2 married, 3 domestic partnership,'],
  ['', '4 separated, 5 divorced, 6 widowed; number or word'],
  ['address1', 'Address, Street, …'],
  ['address2', 'Address 2, Apartment, …'],
  ['city', 'City, Town'],
  ['state', 'State, Province, …'],
  ['postalCode', 'Zip, Postal Code, …'],
])}

A line needs at least one of the first four fields. If a line is skipped or a value left out, the exit code is 1.`

const exportHelp = `
Examples:
  parley contacts export --advisor avery --output avery.csv
  parley contacts export --advisor avery --as jsonl | gzip > avery.jsonl.gz

The CSV columns are those that an import accepts. Text that a spreadsheet could run as a formula is prefixed with an apostrophe,
which an import removes. JSON Lines has one contact per line, in the format of the partner API.`

function mapping(
  text: string,
  before: ImportOptions['map'],
): readonly (readonly [title: string, field: string])[] {
  const at = text.lastIndexOf('=')
  if (at < 1) throw new InvalidArgumentError('Use the form "Column title=fieldName".')
  return [...before, [text.slice(0, at), text.slice(at + 1)]]
}

const listed = (text: string, before: readonly string[]): readonly string[] => [...before, text]

/** JSON output includes only the first ones; a person sees each one as it is found. */
const notesKept = 1_000

async function importFile(path: string, options: ImportOptions): Promise<void> {
  const actor = operatorOf(options)
  await withDatabase(async ({ database }) => {
    const advisor = await findAdvisor(database, options.advisor)
    const group =
      options.group === undefined ? undefined : await findGroup(database, advisor.id, options.group)
    const name = basename(path)
    const progress = createProgress(`${options.dryRun ? 'Checking' : 'Importing'} ${name}`, 'lines')
    const file = await openContactFile(path, options)
    const isForPeople = options.format === 'table'
    const ignored = file.unusedColumns.map(quoted).join(', ')
    if (isForPeople && ignored !== '') process.stdout.write(`Skipped columns: ${ignored}\n\n`)
    let hasNotes = false
    const notes: { line: number; name: string; kind: string; mistake: string }[] = []
    const watch = {
      onRead: progress.read,
      onProgress: progress.handled,
      onNoted: ({ line, name: person, kind, mistake }: LineNote): void => {
        progress.clear()
        hasNotes = true
        if (isForPeople) process.stdout.write(`line ${line}${person && `, ${person}`}: ${mistake}\n`)
        else if (notes.length < notesKept) notes.push({ line, name: person, kind, mistake })
      },
    }
    try {
      const author = { advisorId: advisor.id, actor, traceId: null }
      const report = options.dryRun
        ? { outcome: 'checked' as const, ...(await checkContacts(file, watch)) }
        : await importContacts(database, author, {
            ...watch,
            file,
            groupId: group?.id,
            again: options.again === true,
          })
      progress.clear()
      const whole = { ...report, unusedColumns: file.unusedColumns, encoding: file.encoding, notes }
      print(options, whole, describe(name, advisor.identifier, report))
      // The rest was imported, but a script must notice that something was skipped or left out.
      if (report.refused > 0 || hasNotes) process.exitCode = 1
    } finally {
      progress.clear()
      await file.close()
    }
  })
}

type Report =
  | ImportReport
  | {
      readonly outcome: 'checked'
      readonly right: number
      readonly refused: number
      readonly doubtful: number
    }

function describe(file: string, advisor: string, report: Report): string {
  const { outcome, refused } = report
  const lead = refused > 0 && outcome !== 'known' ? '\n' : ''
  if (outcome === 'checked') {
    const counts = fields([
      ['Valid', report.right],
      ['Without a value', report.doubtful],
      ['Invalid', refused],
    ])
    return `${lead}Checked ${file} for ${advisor}. Nothing was changed.\n\n${counts}`
  }
  const counts = fields([
    ['Created', report.created],
    ['Already there', report.duplicates],
    ['Invalid', refused],
  ])
  if (outcome === 'known') {
    const when = minute(report.finishedAt)
    return `${file} was already imported for ${advisor} on ${when}. Nothing was changed. To import it again, use --again.\n\n${counts}`
  }
  const after = report.continuedAfterLine
  const continued =
    after === null ? '' : ` An earlier import stopped after line ${after}; this one continued there.`
  return `${lead}Imported ${file} for ${advisor}.${continued}\n\n${counts}`
}

async function exportFile({
  advisor: reference,
  as: format,
  output: path,
  ...options
}: ExportOptions): Promise<void> {
  const actor = operatorOf(options)
  await withDatabase(async ({ database }) => {
    const advisor = await findAdvisor(database, reference)
    const output = await openOutput(path)
    try {
      const author = { advisorId: advisor.id, actor, traceId: null }
      const count = await exportContacts(database, author, { format, write: output.write })
      await output.close()
      const where = path === undefined ? '' : ` to ${path}`
      const what = count === 1 ? '1 contact' : `${count.toLocaleString('en-US')} contacts`
      process.stderr.write(`Exported ${what} of ${advisor.identifier}${where}.\n`)
    } catch (error) {
      await output.discard()
      throw error
    }
  })
}

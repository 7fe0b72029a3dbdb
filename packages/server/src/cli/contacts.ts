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
  openContactFile,
  quoted,
} from '../addressbook/index.ts'
import { type Separator, separators } from '../files/read-records.ts'
import { findAdvisor } from '../identity/index.ts'
import { openOutput } from './open-output.ts'
import { type Operated, operatorOf, operatorOption } from './operator.ts'
import { type Formatted, fields, formatOption, minute, print } from './output.ts'
import { createProgress } from './progress.ts'
import { withDatabase } from './with-database.ts'

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

const advisorOption = ['--advisor <advisor>', 'whose contacts: identifier or e-mail address'] as const

export const contactsCommand = (): Command => {
  const contacts = new Command('contacts')
    .summary('contacts of an advisor, from and to files')
    .description('Brings the contacts of an advisor in from a file, or out to one. Needs DATABASE_URL.')
    .helpCommand(false)

  contacts
    .command('import')
    .summary('create contacts from a CSV file')
    .description(
      'Creates a contact for every line of a CSV file. Lines that are wrong are told, with their number, and left out. An import that was broken off goes on where it was when the same command is given again; a file that is in already is recognised and not imported twice.',
    )
    .argument('<file>', 'on this machine: CSV in UTF-8, the first line names the columns')
    .requiredOption(...advisorOption)
    .option('--dry-run', 'tell what is wrong and change nothing')
    .option('--map <column=field>', 'which column is which field; can be repeated', mapping, [])
    .option('--ignore <column>', 'leave a column out; can be repeated', listed, [])
    .addOption(
      new Option(
        '--separator <name>',
        'what stands between columns, if the first line does not tell',
      ).choices(Object.keys(separators)),
    )
    .option('--group <group>', 'a group of the advisor that all of them join: id or name')
    .option('--again', 'import a file anew that is in already')
    .addOption(operatorOption())
    .addOption(formatOption())
    .addHelpText('after', importHelp)
    .action(importFile)

  contacts
    .command('export')
    .summary('write all contacts to a file')
    .description(
      'Writes all contacts of an advisor as they are at this moment, to a file or to standard output. The journal of the advisor records who did it.',
    )
    .requiredOption(...advisorOption)
    .addOption(
      new Option('--as <format>', 'csv for spreadsheets and import, jsonl for programs')
        .choices(exportFormats)
        .default('csv'),
    )
    .option('--output <file>', 'a new file that only you can read; standard output if left out')
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

Usual titles are known, in any case and with or without spaces, hyphens and underscores. The fields:
${fields([
  ['firstName', 'First Name, Given Name, …'],
  ['lastName', 'Last Name, Surname, …'],
  ['emailAddress', 'E-mail, E-mail Address, …'],
  ['phone', 'Mobile Phone, Cell, Phone, …: E.164, such as +12025550123, or (202) 555-0123'],
  ['nickname', 'Nickname, Preferred Name, …'],
  ['birthDate', 'Birthday, Date of Birth, …: such as 1974-06-02'],
  ['clientAnniversary', 'Client Anniversary, Client Since, …: such as 2015-09-14'],
  ['gender', '0 not known, 1 male, 2 female, 9 not applicable; the number or the word'],
  ['maritalStatus', 'Marital Status: 0 not known, 1 single, 2 married, 3 domestic partnership,'],
  ['', '4 separated, 5 divorced, 6 widowed; the number or the word'],
  ['address1', 'Address, Street, …'],
  ['address2', 'Address 2, Apartment, …'],
  ['city', 'City, Town'],
  ['state', 'State, Province, …'],
  ['postalCode', 'Zip, Postal Code, …'],
])}

A line needs at least one of the first four. Exit code 1 if a line was refused. The others are imported all the same.`

const exportHelp = `
Examples:
  parley contacts export --advisor avery --output avery.csv
  parley contacts export --advisor avery --as jsonl | gzip > avery.jsonl.gz

CSV has the columns that an import takes. Where a spreadsheet could take a text for a formula, an apostrophe stands before it,
which an import takes away again. JSON lines have a contact on each line as the partner interface answers it.`

function mapping(
  text: string,
  before: ImportOptions['map'],
): readonly (readonly [title: string, field: string])[] {
  const at = text.lastIndexOf('=')
  if (at < 1) throw new InvalidArgumentError('It must be written "Column title=fieldName".')
  return [...before, [text.slice(0, at), text.slice(at + 1)]]
}

const listed = (text: string, before: readonly string[]): readonly string[] => [...before, text]

/** A program gets the first of them with the report; a person sees all as they are found. */
const refusalsKept = 1_000

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
    if (isForPeople && ignored !== '') process.stdout.write(`Columns that are not imported: ${ignored}\n\n`)
    const refusals: { line: number; mistake: string }[] = []
    const watch = {
      onRead: progress.read,
      onProgress: progress.handled,
      onRefused: (line: number, mistake: string): void => {
        progress.clear()
        if (isForPeople) process.stdout.write(`line ${line}: ${mistake}\n`)
        else if (refusals.length < refusalsKept) refusals.push({ line, mistake })
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
      const whole = { ...report, unusedColumns: file.unusedColumns, refusals }
      print(options, whole, describe(name, advisor.identifier, report))
      // The rest is in, but a script must not take it for all.
      if (report.refused > 0) process.exitCode = 1
    } finally {
      progress.clear()
      await file.close()
    }
  })
}

type Report = ImportReport | { readonly outcome: 'checked'; readonly right: number; readonly refused: number }

function describe(file: string, advisor: string, report: Report): string {
  const { outcome, refused } = report
  const lead = refused > 0 && outcome !== 'known' ? '\n' : ''
  if (outcome === 'checked') {
    const counts = fields([
      ['Right', report.right],
      ['Wrong', refused],
    ])
    return `${lead}Checked ${file} for ${advisor}. Nothing was changed.\n\n${counts}`
  }
  const counts = fields([
    ['Created', report.created],
    ['Refused', refused],
  ])
  if (outcome === 'known') {
    const when = minute(report.finishedAt)
    return `${file} was imported for ${advisor} before, and was finished on ${when}. Nothing was done; --again imports it anew.\n\n${counts}`
  }
  const after = report.continuedAfterLine
  const continued =
    after === null ? '' : ` An earlier import had stopped after line ${after}; this one went on there.`
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

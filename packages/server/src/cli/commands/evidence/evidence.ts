import { Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../../../config.ts'
import { findAdvisor } from '../../../identity/index.ts'
import { exportEvidence } from '../../../sealing/index.ts'
import { openOutput } from '../../terminal/open-output.ts'
import { type Operated, operatorName, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { withDatabase } from '../../terminal/with-database.ts'

interface ExportOptions extends Operated {
  readonly advisor: string
  readonly phone?: string
  readonly from?: Date
  readonly to?: Date
  readonly output: string
}

export const evidenceCommand = (): Command => {
  const evidence = new Command('evidence')
    .summary('export what was texted, with its proof')
    .description('Export what was texted, with everything that proves it offline.')
    .helpCommand(false)

  evidence
    .command('export')
    .summary('write a bundle that proves the entries of an advisor')
    .description(
      'Writes a zip file with the entries of an advisor, or of one conversation, and everything that proves them: anybody can check it with\nparley verify, or with the page verify.html, without a network. The export is itself on record. Needs DATABASE_URL and\nLOG_DIRECTORY, and a running sealer.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  parley evidence export --advisor avery --output avery.zip\n  parley evidence export --advisor avery --phone +12025550148 --from 2026-01-01 --to 2026-07-01 --output maria.zip',
    )
    .requiredOption('--advisor <advisor>', 'identifier or e-mail address')
    .option(
      '--phone <number>',
      'only what concerns this recipient, in E.164 format; other entries are shown as hashes',
      phoneArgument,
    )
    .option('--from <date>', 'first day, in UTC', dayArgument)
    .option('--to <date>', 'first day that is not included, in UTC', dayArgument)
    .requiredOption('--output <file>', 'file to write')
    .addOption(operatorOption())
    .action(({ advisor: reference, phone, from, to, output, ...operated }: ExportOptions) =>
      withDatabase(async ({ database }) => {
        const { logDirectory } = readConfig(['logDirectory'])
        const advisor = await findAdvisor(database, reference)
        const file = await openOutput(output)
        try {
          const bundle = exportEvidence(database, logDirectory, {
            advisor,
            phone: phone ?? null,
            from: from ?? null,
            to: to ?? null,
            actor: operatorOf(operated),
            by: operatorName(operated),
          })
          for await (const bytes of bundle) await file.write(bytes)
        } catch (error) {
          await file.discard()
          throw error
        }
        await file.close()
        process.stdout.write(
          `Written to ${output}. To check it: parley verify ${output} --policy <policy>\nThe policy is what parley log keys prints. Give it to others in another way than the bundle.\n`,
        )
      }),
    )

  return evidence
}

function phoneArgument(text: string): string {
  if (!/^\+[1-9][0-9]{6,14}$/.test(text))
    throw new InvalidArgumentError('Must be in E.164 format, such as +12025550148.')
  return text
}

function dayArgument(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(day.getTime()))
    throw new InvalidArgumentError('Must be a day, such as 2026-01-31.')
  return day
}

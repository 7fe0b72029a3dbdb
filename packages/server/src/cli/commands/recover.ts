import { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { readMarkFile } from '../../platform/highwater/mark-file.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type Plan, type RecoveryReport, recover, trustDatabase } from '../../recovery/index.ts'
import { type Operated, operatorName, operatorOption } from '../terminal/operator.ts'
import { type Formatted, fields, formatOption, print } from '../terminal/output.ts'
import { wholeNumber } from '../terminal/whole-number.ts'
import { withDatabase } from '../terminal/with-database.ts'

interface RecoverOptions extends Formatted, Operated {
  readonly seen?: number
  readonly nothingLost: boolean
  readonly keepGrants: boolean
  readonly keepCredentials: boolean
  readonly dryRun: boolean
}

export const recoverCommand = (): Command =>
  new Command('recover')
    .summary('make a restored database safe to use')
    .description(
      'After a restore: continues ids beyond all that were given out, ends access that may have been revoked, fetches replies from carriers that list them, holds the numbers of all others, and sets aside texts and schedules that may have been sent already. No process uses the database before it is finished. Run it again if it was interrupted.\nNeeds DATABASE_URL, PARLEY_SECRET_KEY and PUBLIC_ORIGIN, and HIGH_WATER_FILE if it is set for the workers.',
    )
    .option(
      '--seen <number>',
      'the number that /readyz of a running process names',
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
    )
    .option(
      '--nothing-lost',
      'a failover or move that you know to be complete: only trust the database again',
      false,
    )
    .option('--keep-grants', 'no grant and no firm’s authorization was revoked in the lost time', false)
    .option('--keep-credentials', 'no API key and no client secret was revoked in the lost time', false)
    .option('--dry-run', 'only print what would be done', false)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action(runRecovery)

async function runRecovery(options: RecoverOptions): Promise<void> {
  const { seen: seenCounter, keepGrants: keepsGrants, keepCredentials: keepsCredentials } = options
  const secretKeys = readConfig(['secretKey', 'formerSecretKeys'])
  const { highWaterFile: file, publicOrigin } = readConfig(['highWaterFile', 'publicOrigin'])
  if (options.nothingLost && options.dryRun) {
    throw new Problem('invalid_request', 'Use either --nothing-lost or --dry-run.')
  }
  const evidence = { kept: file === undefined ? undefined : await readMarkFile(file), seenCounter }
  await withDatabase(
    async ({ database, environment }) => {
      const log = { warn: (_fields: object, message: string) => process.stderr.write(`${message}\n`) }
      const operator = operatorName(options)
      const parts = { database, environment, secretKeys, publicOrigin, operator, log }
      if (options.nothingLost) {
        await trustDatabase(parts, evidence)
        print(options, { trusted: true }, 'The database is trusted again. This is on record with your name.')
        return
      }
      const isDryRun = options.dryRun
      const report = await recover(parts, { evidence, isDryRun, keepsGrants, keepsCredentials })
      print(options, report, isDryRun ? plannedOf(report) : doneOf(report))
    },
    'databaseUrl',
    { isRecovering: true },
  )
}

const cutOf = ({ found, seen }: Plan): string =>
  fields([
    ['Complete until', found.at],
    ['Promised until', seen?.at ?? 'unknown'],
    ['Seconds missing', seen === null ? 'unknown' : Math.max(0, seen.counter - found.counter)],
    ['Log entries missing', seen?.logSize ? Math.max(0, seen.logSize - found.logSize) : 'unknown'],
  ])

const plannedOf = ({ plan, steps }: RecoveryReport): string =>
  `${cutOf(plan)}\n\nWould do, in this order: ${steps.map(({ step }) => step).join(', ')}. Nothing was changed.`

function doneOf({ plan, steps }: RecoveryReport): string {
  const lines = steps.map(({ step, outcome }) => [step, outcome === null ? '-' : describe(outcome)] as const)
  return `${cutOf(plan)}\n\n${fields(lines)}\n\nProcesses use the database from now on. Next: docs/operations.md, After a restore.`
}

const describe = (outcome: Readonly<Record<string, unknown>>): string =>
  Object.entries(outcome)
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(', ')

import { printVerifierKey } from '@parley/evidence'
import { Command, Option } from 'commander'
import { readConfig } from '../../../config.ts'
import { createLogger } from '../../../platform/telemetry/logger.ts'
import type { WitnessKeys } from '../../../witness/index.ts'
import type { ProcessContext } from '../../run-process.ts'
import { stopWithGrace } from '../../stop-with-grace.ts'
import { type Formatted, fields, formatOption, print, table } from '../../terminal/output.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'

interface InDirectory {
  readonly directory: string
}

interface AddLogOptions extends InDirectory {
  readonly origin: string
  readonly key: string[]
  readonly url?: string
}

interface RunOptions extends InDirectory {
  readonly host: string
  readonly port: number
  readonly audit?: boolean
}

const directoryOption = (): Option =>
  new Option('--directory <directory>', 'keys and state of the witness').makeOptionMandatory()

/** Loading this takes half a second, which --help should not cost. */
const load = () => import('../../../witness/index.ts')

export const witnessCommand = (context: ProcessContext): Command => {
  const witness = new Command('witness')
    .summary('cosign the logs of other installations')
    .description(
      'A witness confirms that a log only ever grew, so that its operator cannot rewrite it.\nRun one for a log that somebody else operates. It needs a directory and no database.',
    )
    .helpCommand(false)

  witness
    .command('init')
    .summary('create a witness')
    .description(
      'Creates the directory and the keys of the witness, and prints what the operator of the log needs.',
    )
    .addOption(directoryOption())
    .requiredOption('--name <name>', 'a name that is yours, such as witness.example.com')
    .addOption(formatOption())
    .action(async ({ directory, name, ...options }: InDirectory & { name: string } & Formatted) => {
      const keys = await (await load()).createDirectory(directory, name)
      print(options, keysOf(keys), `Witness created in ${directory}.\n\n${describe(keys)}`)
    })

  witness
    .command('add-log')
    .summary('witness one more log')
    .description('Adds a log. A running witness uses it at once.')
    .addOption(directoryOption())
    .requiredOption('--origin <origin>', 'first line of the checkpoints of the log')
    .addOption(
      new Option('--key <vkey...>', 'public key of the log; several if it signs with several')
        .argParser((key: string, keys: string[] | undefined) => [...(keys ?? []), key])
        .makeOptionMandatory(),
    )
    .option('--url <prefix>', 'where the log publishes its tiles; needed for an audit')
    .action(async ({ directory, origin, key: keys, url }: AddLogOptions) => {
      await (await load()).addKnownLog(directory, { origin, keys, url })
      process.stdout.write(`Log added: ${origin}\n`)
    })

  witness
    .command('show')
    .summary('show keys and logs')
    .description('Shows the public keys of the witness, and how far it has cosigned each log.')
    .addOption(directoryOption())
    .addOption(formatOption())
    .action(async ({ directory, ...options }: InDirectory & Formatted) => {
      const { keys, logs } = await readStatus(directory)
      const rows = logs.map(({ origin, cosigned, audited }) => [origin, cosigned ?? '-', audited ?? '-'])
      const list = logs.length > 0 ? table(['log', 'cosigned', 'audited'], rows) : 'No logs yet.'
      print(options, { ...keysOf(keys), logs }, `${describe(keys)}\n\n${list}`)
    })

  witness
    .command('run')
    .summary('serve the witness')
    .description('Runs until SIGTERM or SIGINT. One process at a time can use a directory.')
    .addOption(directoryOption())
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0: any free port', wholeNumber(0, 65_535), 8085)
    .option('--audit', 'also read the logs, and cosign with the audit key if every chain is whole')
    .action((options: RunOptions) => run(options, context))

  return witness
}

async function run(
  { audit = false, ...options }: RunOptions,
  { stopTracing }: ProcessContext,
): Promise<void> {
  const { logLevel, shutdownGraceMs } = readConfig(['logLevel', 'shutdownGraceMs'])
  const log = createLogger(logLevel).child({ role: 'witness' })
  const { runWitness } = await load()
  const service = await runWitness({ ...options, audit, log })
  stopWithGrace({
    shutdownGraceMs,
    log,
    stop: async () => {
      await service.stop()
      await stopTracing()
    },
  })
}

async function readStatus(directory: string) {
  const { readKeys, listKnownLogs, readStoredCheckpoint } = await load()
  const keys = await readKeys(directory)
  const known = await listKnownLogs(directory)
  const logs = await Promise.all(
    known.map(async log => ({
      origin: log.origin,
      cosigned: (await readStoredCheckpoint(log, 'witness', keys.witness.key))?.head.size ?? null,
      audited: (await readStoredCheckpoint(log, 'audit', keys.audit.key))?.head.size ?? null,
    })),
  )
  return { keys, logs }
}

const keysOf = ({ witness, audit }: WitnessKeys) => ({
  witnessKey: printVerifierKey(witness.key),
  auditKey: printVerifierKey(audit.key),
})

function describe(keys: WitnessKeys): string {
  const { witnessKey, auditKey } = keysOf(keys)
  const { witness, audit } = keys
  return [
    fields([
      ['Key', witnessKey],
      ['Audit key', auditKey],
    ]),
    '',
    'Lines for the policy of the log. Replace the address by yours:',
    `  witness ${witness.key.name} ${witnessKey} https://witness.example`,
    `  witness ${audit.key.name} ${auditKey} https://witness.example/audit`,
  ].join('\n')
}

import { Command } from 'commander'
import { readConfig } from '../../../config.ts'
import { type Drill, drillBackup } from '../../../recovery/index.ts'
import { type Operated, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, fields, formatOption, minute, print } from '../../terminal/output.ts'
import { withDatabase } from '../../terminal/with-database.ts'
import { type Located, stanzaOption, toolConfigOption, toolOf } from './located.ts'

interface DrillOptions extends Formatted, Operated, Located {
  readonly receiverDirectory?: string
  readonly directory?: string
  readonly postgresBin?: string
}

export const drillCommand = (): Command =>
  new Command('drill')
    .summary('restore the newest backup beside the database and check it')
    .description(
      'Restores the newest backup into a folder that is deleted afterwards, replays write-ahead log, and checks the copy: journal and log, schema, ids and outbox. Prints what a\nloss of the database at this moment would have cost, and puts it on record. The copy texts nobody: no process runs on it, and only this user can reach it.\nExit code 1: the copy is not whole. Needs DATABASE_URL, and the user of your PostgreSQL.',
    )
    .addOption(stanzaOption())
    .addOption(toolConfigOption())
    .option('--receiver-directory <folder>', 'where pg_receivewal writes, for what is not archived yet')
    .option(
      '--directory <folder>',
      'where the copy is put, with room for the database; default: the system’s',
    )
    .option('--postgres-bin <folder>', 'where the program postgres is; default: as pg_config says')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((options: DrillOptions) =>
      withDatabase(async ({ database }) => {
        const url = new URL(readConfig(['databaseUrl']).databaseUrl)
        const drill = await drillBackup(database, {
          tool: toolOf(options),
          actor: operatorOf(options),
          role: decodeURIComponent(url.username),
          databaseName: decodeURIComponent(url.pathname.slice(1)),
          receiverFolder: options.receiverDirectory,
          folder: options.directory,
          binaries: options.postgresBin,
          signal: untilInterrupted(),
        })
        print(options, drill, textOf(drill))
        if (drill.findings.length > 0) process.exitCode = 1
      }),
    )

function untilInterrupted(): AbortSignal {
  const interruption = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort())
  return interruption.signal
}

const textOf = (drill: Drill): string => {
  const { backup, entries, entriesMissing, findings } = drill
  const backSeconds = drill.restoreSeconds + drill.replaySeconds
  return fields([
    [
      'Backup',
      `${backup.label}, ${minute(backup.finishedAt)}, ${(backup.databaseBytes / 1e6).toFixed(0)} MB`,
    ],
    ['Lost (RPO)', `${entriesMissing} of ${entries} entries, ${drill.lostSeconds.toFixed(1)} s`],
    [
      'Back after (RTO)',
      `${backSeconds.toFixed(1)} s: restore ${drill.restoreSeconds} s, replay ${drill.replaySeconds} s`,
    ],
    ['Checked in', `${drill.checkSeconds} s`],
    ['Findings', findings.length === 0 ? 'none' : findings],
  ])
}

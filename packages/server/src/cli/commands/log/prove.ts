import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { readConfig } from '../../../config.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { proveEntry } from '../../../sealing/index.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'
import { withDatabase } from '../../terminal/with-database.ts'

interface ProveOptions {
  readonly output?: string
}

export const proveCommand = (): Command =>
  new Command('prove')
    .summary('prove that an entry is in the log')
    .description(
      'Writes a proof that the entry is in the signed log, as c2sp.org/tlog-proof describes it. Needs LOG_DIRECTORY.\nThe proof contains hashes only, not what the entry says.',
    )
    .argument('<entry>', 'number of the journal entry', wholeNumber(1))
    .option('--output <file>', 'file to write instead of printing')
    .action((entryId: number, { output }: ProveOptions) =>
      withDatabase(async ({ database }) => {
        const { logDirectory } = readConfig(['logDirectory'])
        const proof = await proveEntry(database, logDirectory, entryId)
        if (proof.kind === 'not_in_log') throw new Problem('not_found', `The log has no entry ${entryId}.`)
        if (proof.kind === 'not_signed')
          throw new Problem(
            'not_found',
            `Entry ${entryId} is in the log, but not signed yet. Try again in a second.`,
          )
        if (output === undefined) process.stdout.write(proof.file)
        else await writeFile(output, proof.file)
      }),
    )

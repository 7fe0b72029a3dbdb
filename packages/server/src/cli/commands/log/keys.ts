import { Command } from 'commander'
import { readConfig } from '../../../config.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { readPublishedPolicy } from '../../../sealing/index.ts'

export const keysCommand = (): Command =>
  new Command('keys')
    .summary('print the public keys of the log')
    .description(
      'Prints the policy of this log (c2sp.org/tlog-policy): its public keys, for auditors and witnesses. Hand them over in a way that\nthe recipient trusts, not with the evidence itself. Needs LOG_DIRECTORY.',
    )
    .action(async () => {
      const { logDirectory } = readConfig(['logDirectory'])
      const policy = await readPublishedPolicy(logDirectory)
      if (policy === undefined)
        throw new Problem('not_found', 'There is no key yet. The sealer creates it when it starts.')
      process.stdout.write(policy)
    })

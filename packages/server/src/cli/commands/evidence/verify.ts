import { Command } from 'commander'
import { type Formatted, formatOption } from '../../terminal/output.ts'

interface VerifyOptions extends Formatted {
  readonly policy?: string
  readonly timestampRoots?: string
}

export const verifyCommand = (): Command =>
  new Command('verify')
    .summary('check an evidence bundle')
    .description(
      'Checks an evidence bundle by itself. Needs no database and no settings.\nExits with 0 if it is proven, 1 if something failed, and 2 if it cannot be judged.',
    )
    .argument('<bundle>', 'the zip file')
    .option('--policy <file>', 'logs and witnesses that you trust (c2sp.org/tlog-policy)')
    .option('--timestamp-roots <file>', 'certificates of time-stamp authorities that you trust (PEM)')
    .addOption(formatOption())
    .action(async (bundle: string, { format, ...trusted }: VerifyOptions) => {
      const { verifyFile } = await import('@parley/verifier')
      const { output, exitCode } = await verifyFile({ bundle, ...trusted, isJson: format === 'json' })
      process.stdout.write(output)
      process.exitCode = exitCode
    })

// The program verify.mjs
import { parseArgs } from 'node:util'
import { type VerifyFileOptions, verifyFile } from './verify-file.ts'

const usage =
  'Usage: node verify.mjs bundle.zip [--policy file] [--timestamp-roots file] [--format table|json]\n'

function parse(): VerifyFileOptions | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        policy: { type: 'string' },
        'timestamp-roots': { type: 'string' },
        format: { type: 'string', default: 'table' },
      },
    })
    const [bundle, ...more] = positionals
    const { policy, format } = values
    if (bundle === undefined || more.length > 0 || !['table', 'json'].includes(format)) return undefined
    return { bundle, policy, timestampRoots: values['timestamp-roots'], isJson: format === 'json' }
  } catch {
    return undefined
  }
}

const call = parse()
if (call) {
  const { output, exitCode } = await verifyFile(call)
  process.stdout.write(output)
  process.exitCode = exitCode
} else {
  process.stderr.write(usage)
  process.exitCode = 2
}

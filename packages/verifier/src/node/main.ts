// The program verify.mjs: node verify.mjs bundle.zip [--policy file] [--format json]
import { parseArgs } from 'node:util'
import { verifyFile } from './verify-file.ts'

const usage = 'Usage: node verify.mjs bundle.zip [--policy file] [--format table|json]\n'

function parse():
  | { readonly bundle: string; readonly policy: string | undefined; readonly isJson: boolean }
  | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { policy: { type: 'string' }, format: { type: 'string', default: 'table' } },
    })
    const [bundle, ...more] = positionals
    const { policy, format } = values
    if (bundle === undefined || more.length > 0 || !['table', 'json'].includes(format)) return undefined
    return { bundle, policy, isJson: format === 'json' }
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

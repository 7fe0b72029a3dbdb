// Builds the Debian package: npm run package -- [--built]
import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { root } from '../common/root.ts'
import { run } from '../common/run.ts'
import { readVersion } from '../common/version.ts'
import { buildPackages } from './build-package.ts'

const { values } = parseArgs({ options: { built: { type: 'boolean', default: false } } })
if (!values.built) await run('npm', ['run', 'build'], { cwd: root })
const { number } = await readVersion()
for (const file of await buildPackages([number])) {
  console.log(`${file}: ${((await stat(file)).size / 1e6).toFixed(0)} MB`)
}

// Builds the image, and prints its digest last: npm run image -- [--built] [name]
import { parseArgs } from 'node:util'
import { root } from '../common/root.ts'
import { run } from '../common/run.ts'
import { buildImage } from './build-image.ts'

const { values, positionals } = parseArgs({
  options: { built: { type: 'boolean', default: false } },
  allowPositionals: true,
})
// What is built already need not be built again: --built.
if (!values.built) await run('npm', ['run', 'build'], { cwd: root })
const { name, bytes, digest } = await buildImage(positionals[0] ?? 'localhost/parley:latest')
console.log(`${name}: ${(bytes / 1e6).toFixed(0)} MB`)
console.log(digest)

import { readFileSync } from 'node:fs'
import { isBundle, serverFile } from './server-file.ts'

const read = (path: string): string => readFileSync(serverFile(path), 'utf8')

/** Version and commit of the running code, such as `0.2.0 (2f8da13…)`. The build writes the commit beside the bundle. */
export function release(): string {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  return `${version} (${isBundle ? read('dist/COMMIT').trim() : 'source'})`
}

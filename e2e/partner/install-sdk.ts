// The SDK as a partner gets it: the tarball, installed into a separate project.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import type * as Sdk from '../../packages/sdk/src/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Packed before the tests. */
    sdkTarball: string
  }
}

const run = promisify(execFile)

export interface InstalledSdk {
  readonly sdk: typeof Sdk
  /** Runs the partner's worker and returns its output, or nothing if it was killed. */
  work(instructions: object): Promise<string | undefined>
  /** A file in the partner's project. */
  file(name: string): string
  remove(): Promise<void>
}

/** Installs the tarball, a file or the one that an installation serves, into a folder, and loads it from there. */
export async function installInto(project: string, tarball = inject('sdkTarball')): Promise<typeof Sdk> {
  await writeFile(join(project, 'package.json'), '{ "private": true }')
  const isFile = !tarball.startsWith('http:')
  await run('npm', ['install', `--offline=${isFile}`, '--ignore-scripts', '--loglevel=error', tarball], {
    cwd: project,
  })
  const entry = pathToFileURL(join(project, 'node_modules/@parley/sdk/dist/index.js'))
  return (await import(entry.href)) as typeof Sdk
}

export async function installSdk(): Promise<InstalledSdk> {
  const project = await mkdtemp(join(tmpdir(), 'parley-partner-'))
  const program = fileURLToPath(new URL('partner-program.mjs', import.meta.url))
  await cp(program, join(project, 'worker.mjs'))
  return {
    sdk: await installInto(project),
    work: instructions =>
      run(process.execPath, ['worker.mjs', JSON.stringify(instructions)], { cwd: project }).then(
        ({ stdout }) => stdout,
        (error: { signal?: string; stderr?: string }) => {
          if (error.signal === 'SIGKILL') return undefined
          throw new Error(error.stderr)
        },
      ),
    file: name => join(project, name),
    remove: () => rm(project, { recursive: true }),
  }
}

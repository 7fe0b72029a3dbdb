import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleProgram } from '../build/bundle-program.ts'
import { makeBundles, turned } from './make-bundles.ts'

let folder = ''
let program = ''

beforeAll(async () => {
  // Outside of the project, where nothing of it can be imported.
  folder = await mkdtemp(join(tmpdir(), 'verify-mjs-'))
  program = await bundleProgram()
  await writeFile(join(folder, 'verify.mjs'), program)
  await makeBundles(folder)
})
afterAll(() => rm(folder, { recursive: true }))

function run(...args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['verify.mjs', ...args], {
    cwd: folder,
    env: {},
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

it('imports modules of Node alone', () => {
  const imports = [...program.matchAll(/^import .* from "(.*)"/gm)].map(([, name]) => name)
  expect(imports.length).toBeGreaterThan(0)
  for (const name of imports) expect(name).toMatch(/^node:/)
  expect(program).not.toMatch(/\brequire\(|\bimport\(/)
})

it('proves an honest bundle: exit 0', () => {
  const { status, output } = run('honest.zip', '--policy', 'policy.txt')
  expect(output).toMatch(/^The bundle proves what it claims\.\n/)
  expect(output.match(/^PROVEN/gm)).toHaveLength(6)
  expect(status).toBe(0)
})

it('names the entry that was changed: exit 1, as text and as JSON', () => {
  const { status, output } = run('changed.zip', '--policy', 'policy.txt')
  expect(output).toMatch(/^FAILED {5}authentic\n.*\n.*entry number \d+, .*line \d+ of entries\/0001\.jsonl$/m)
  expect(status).toBe(1)
  const json = run('changed.zip', '--policy', 'policy.txt', '--format', 'json')
  expect(JSON.parse(json.output)).toMatchObject({ outcome: 'failed', exitCode: 1 })
  expect(json.status).toBe(1)
})

it('prints no character of a bundle that changes the terminal, as text and as JSON', () => {
  for (const format of ['table', 'json']) {
    const { status, output } = run('turned.zip', '--policy', 'policy.txt', '--format', format)
    expect(status).toBe(1)
    expect(output).toContain('desrever')
    expect(output.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  }
  const { output } = run('turned.zip', '--policy', 'policy.txt', '--format', 'json')
  expect(JSON.parse(output)).toMatchObject({ bundle: { asked: { by: turned } } })
})

it.each([
  [['policy.txt'], 'This file cannot be judged.'],
  [['missing.zip'], 'File missing.zip does not exist.'],
  [['.'], 'The file cannot be read: EISDIR.'],
  [['honest.zip', '--policy', 'honest.zip'], 'honest.zip is not a policy.'],
  [['honest.zip', '--timestamp-roots', 'policy.txt'], 'policy.txt is not a file of certificates.'],
  [[], 'Usage: '],
  [['honest.zip', '--unknown'], 'Usage: '],
])('%j cannot be judged: exit 2', (args, words) => {
  const { status, output } = run(...args)
  expect(output).toContain(words)
  expect(output).not.toMatch(/^ +at /m)
  expect(status).toBe(2)
})

it('parley verify says the same, without a database or settings', () => {
  const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
  for (const [bundle, expected] of [
    ['honest.zip', 0],
    ['changed.zip', 1],
    ['missing.zip', 2],
  ] as const) {
    const args = [bundle, '--policy', 'policy.txt']
    const { status, stdout } = spawnSync(process.execPath, [main, 'verify', ...args], {
      cwd: folder,
      env: {},
      encoding: 'utf8',
    })
    const withoutTime = (text: string): string => text.replace(/^Checked .*$/m, '')
    expect(withoutTime(stdout)).toBe(withoutTime(run(...args).output))
    expect(status).toBe(expected)
  }
})

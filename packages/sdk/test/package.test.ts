// The package as a partner gets it: packed, installed into an empty project, and used from there.
import { execFile } from 'node:child_process'
import { accessSync } from 'node:fs'
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { chromium } from 'playwright-core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { version } from '../src/version.ts'
import { ok, problem, type ScriptedServer, type Step, startScriptedServer } from './scripted-server.ts'

const run = promisify(execFile)
const tarball = inject('sdkTarball')
const fixtures = fileURLToPath(new URL('fixtures', import.meta.url))
const maxGzippedBytes = 20_000
/** A registry that cannot be reached. */
const offline = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' }
let server: ScriptedServer
let project: string
beforeAll(async () => {
  server = await startScriptedServer()
  // On macOS and some others the temporary folder is a link, which tsc would follow.
  project = await realpath(await mkdtemp(join(tmpdir(), 'parley-sdk-')))
  await cp(fixtures, project, { recursive: true })
  await writeFile(join(project, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--offline', '--ignore-scripts', '--loglevel=error', tarball], {
    cwd: project,
  })
})
afterAll(async () => {
  await server.close()
  await rm(project, { recursive: true })
})

const installed = (file: string): string => join(project, 'node_modules/@parley/sdk', file)

/** Responses for a fixture program: a captive portal page, rate limiting, then two pages of contacts. */
function playService(): void {
  const contact = (number: number): object => ({ contactId: number, fullName: `Contact ${number}` })
  const pageInfo = { pageSize: 2, totalRecord: 3, sortDirection: 'asc', sortBy: 'fullName' }
  let sends = 0
  server.play(({ url }): Step => {
    if (url.includes('page=2')) return ok({ data: [contact(3)], pageInfo: { ...pageInfo, page: 2 } })
    if (url.includes('/contacts?')) {
      return ok({ data: [contact(1), contact(2)], pageInfo: { ...pageInfo, page: 1 } })
    }
    if (url.endsWith('/messages')) {
      sends += 1
      const sent = { successes: [{ messageId: 9, memberId: 2 }], failures: [], failureDetails: [] }
      return sends === 1 ? problem('rate_limited', { 'retry-after': '0' }) : ok(sent)
    }
    if (url.endsWith('/1')) return problem('rate_limited', { 'retry-after': '50' })
    return problem('not_found')
  })
}

/** Output of every fixture program. */
const told = {
  names: ['Contact 1', 'Contact 2', 'Contact 3'],
  messageId: 9,
  isNotFound: true,
  code: 'not_found',
  isAborted: true,
  challengeLength: 43,
}

describe('the tarball', () => {
  it('contains only the needed files', async () => {
    const { stdout } = await run('tar', ['-tzf', tarball])
    expect(stdout.trim().split('\n').toSorted()).toEqual(
      [
        'LICENSE',
        'README.md',
        'package.json',
        'bin/parley-sdk.js',
        ...['index.cjs', 'index.d.cts', 'index.d.ts', 'index.js', 'program.js'].map(name => `dist/${name}`),
      ]
        .map(name => `package/${name}`)
        .toSorted(),
    )
  })

  it('has no dependencies, and the version that its requests send', async () => {
    const manifest = JSON.parse(await readFile(installed('package.json'), 'utf8')) as Record<string, unknown>
    expect(manifest['version']).toBe(version)
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
      expect(manifest).not.toHaveProperty(kind)
    }
    for (const file of ['index.js', 'index.cjs', 'index.d.ts', 'index.d.cts']) {
      const text = await readFile(installed(`dist/${file}`), 'utf8')
      expect(text).not.toMatch(/\bfrom ['"]|\brequire\(|\bimport\(/)
    }
    const program = await readFile(installed('dist/program.js'), 'utf8')
    const imports = [...program.matchAll(/\bfrom ['"]([^'"]+)|\bimport\(/g)].map(([, name = '']) => name)
    expect(imports.filter(name => !name.startsWith('node:'))).toEqual([])
  })

  it('has no scripts, about which npm would warn at each install, and no development dependencies', async () => {
    const manifest = JSON.parse(await readFile(installed('package.json'), 'utf8')) as Record<string, unknown>
    expect(manifest).not.toHaveProperty('scripts')
    expect(manifest).not.toHaveProperty('devDependencies')
  })

  it.each(['index.js', 'index.cjs'])('%s is under 20 kB gzipped', async file => {
    expect(gzipSync(await readFile(installed(`dist/${file}`))).length).toBeLessThan(maxGzippedBytes)
  })

  it('passes publint', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: await arrayBuffer(tarball) }, strict: true })
    expect(messages.map(message => formatMessage(message, pkg))).toEqual([])
  })

  it('passes attw: types and code agree for every kind of import', async () => {
    const analysis = await checkPackage(
      createPackageFromTarballData(new Uint8Array(await arrayBuffer(tarball))),
    )
    expect(analysis).toMatchObject({ types: { kind: 'included' }, problems: [] })
  })
})

async function arrayBuffer(file: string): Promise<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = await readFile(file)
  return buffer.slice(byteOffset, byteOffset + byteLength)
}

describe('types', () => {
  const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))
  const nodeTypes = fileURLToPath(new URL('../../../node_modules/@types', import.meta.url))
  const strict = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--skipLibCheck',
    'false',
    '--target',
    'es2022',
  ]

  it.each([
    [
      'in Node, ESM',
      'use.mts',
      ['--module', 'nodenext', '--typeRoots', nodeTypes, '--types', 'node', '--lib', 'es2022'],
    ],
    [
      'in Node, CommonJS',
      'use.cts',
      ['--module', 'nodenext', '--typeRoots', nodeTypes, '--types', 'node', '--lib', 'es2022'],
    ],
    [
      'in a browser, with a bundler',
      'use.mts',
      [
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        '--types',
        '',
        '--lib',
        'es2022,dom,dom.iterable,dom.asynciterable',
      ],
    ],
  ])('compile %s, and report the errors that the program expects', async (_where, file, flags) => {
    const check = run(process.execPath, [tsc, ...strict, ...flags, file], { cwd: project })
    expect(await check.catch((error: unknown) => error)).toMatchObject({ stdout: '' })
  })
})

/** Programs named node on the PATH outside this project, and the one NODE20_PATH names. */
async function findNode(major: string): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter(folder => !folder.includes('node_modules'))
  for (const node of [
    process.env['NODE20_PATH'],
    process.execPath,
    ...folders.map(folder => join(folder, 'node')),
  ]) {
    try {
      accessSync(node ?? '')
      const { stdout } = await run(node ?? '', ['--version'])
      if (stdout.startsWith(`v${major}.`)) return node
    } catch {
      // missing, or not executable
    }
  }
  return undefined
}

describe('in Node', () => {
  const programs = ['use.mjs', 'use.cjs']
  it.for(['20', '24'].flatMap(major => programs.map(program => [major, program] as const)))(
    '%s, %s works and ends without leaving a timer behind',
    async ([major, program], { skip }) => {
      const node = await findNode(major)
      if (!node) return skip(`There is no Node ${major} on the PATH, nor at NODE20_PATH.`)
      playService()
      const { stdout } = await run(node, [program, server.origin], { cwd: project, timeout: 80_000 })
      expect(JSON.parse(stdout)).toEqual(told)
    },
  )
})

describe('npx --no @parley/sdk', () => {
  it.for(['20', '24'])('runs in Node %s, without the network', async (major, { skip }) => {
    const node = await findNode(major)
    if (!node) return skip(`There is no Node ${major} on the PATH, nor at NODE20_PATH.`)
    const program = join(project, 'node_modules/.bin/parley-sdk')
    const { stdout } = await run(node, [program, '--help'])
    expect(stdout).toMatch(/^Usage: npx --no @parley\/sdk <command>/)
    const npx = await run('npx', ['--no', '--', '@parley/sdk', '--version'], {
      cwd: project,
      env: { ...process.env, ...offline },
    })
    expect(npx.stdout.trim()).toBe(version)
  })

  it('downloads nothing where the package is not installed, even if a registry has its name', async () => {
    const asked: string[] = []
    const registry = createServer(({ url = '' }, response) => {
      asked.push(url)
      const dist = { tarball: `${origin}/other.tgz` }
      const versions = { '9.9.9': { name: '@parley/sdk', version: '9.9.9', bin: 'other.js', dist } }
      response.end(JSON.stringify({ name: '@parley/sdk', 'dist-tags': { latest: '9.9.9' }, versions }))
    })
    await new Promise<void>(resolve => registry.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
    const empty = await mkdtemp(join(tmpdir(), 'parley-empty-'))
    try {
      await writeFile(join(empty, 'package.json'), '{}')
      for (const environment of [{ npm_config_registry: origin }, offline]) {
        const env = { ...process.env, ...environment, npm_config_cache: join(empty, 'cache') }
        const attempt = run('npx', ['--no', '@parley/sdk', 'trigger', 'stop'], { cwd: empty, env })
        await expect(attempt).rejects.toMatchObject({ code: 1 })
      }
      expect(asked.filter(url => url.endsWith('.tgz'))).toEqual([])
    } finally {
      registry.close()
      await rm(empty, { recursive: true })
    }
  })
})

describe('in Chromium', () => {
  it('works as a module', async () => {
    playService()
    const service = server.origin
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
    try {
      const page = await browser.newPage()
      // The page and the service share an address, as behind a partner's own proxy.
      await page.route(`${service}/app/**`, async (route, request) => {
        const files: Record<string, string> = {
          'sdk.js': installed('dist/index.js'),
          'use.js': join(project, 'use.js'),
        }
        const file = files[request.url().split('/').at(-1) ?? '']
        await route.fulfill({
          contentType: file ? 'text/javascript' : 'text/html',
          body: await readFile(file ?? join(project, 'page.html'), 'utf8'),
        })
      })
      await page.goto(`${service}/app/`)
      await page.waitForFunction('window.told !== undefined', undefined, { timeout: 80_000 })
      expect(await page.evaluate('window.told')).toEqual(told)
    } finally {
      await browser.close()
    }
  })
})

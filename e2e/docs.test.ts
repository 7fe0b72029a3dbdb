// Runs every sample of the reference and every guide, unchanged.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Parley } from '../packages/sdk/src/index.ts'
import { freePort } from './free-port.ts'
import { closeContexts, launchBrowser } from './launch-browser.ts'
import { installInto } from './partner/install-sdk.ts'
import { type Service, startService } from './service.ts'

const run = promisify(execFile)
const guidesFolder = fileURLToPath(new URL('../docs/partner/', import.meta.url))
const guides = (await readdir(guidesFolder)).filter(name => name.endsWith('.md'))

let service: Service
let browser: Browser
let parley: Parley
/** With a token of the application itself. */
let itself: Parley
let shell: Record<string, string>
let shellOfItself: Record<string, string>

beforeAll(async () => {
  ;[service, browser] = await Promise.all([freePort().then(startService), launchBrowser()])
  const { origin } = new URL(service.baseUrl)
  const sdk = await installInto(service.folder, `${origin}/docs/sdk/parley-sdk.tgz`)
  // More calls per second than the default plan allows.
  const { apiKey } = await service.operate<{ apiKey: string }>(
    `key add --app ${service.application.clientId} --rate 5000 --burst 10000 --daily-quota none`,
  )
  const accessToken = service.advisors[0]?.accessToken ?? ''
  parley = new sdk.Parley({ baseUrl: service.baseUrl, apiKey, accessToken })
  shell = { BASE: service.baseUrl, TOKEN: accessToken, KEY: apiKey }
  const { clientId, clientSecret } = service.application
  const oauth = new sdk.ParleyOAuth({ tokenUrl: service.tokenUrl, clientId, clientSecret })
  const token = await oauth.clientCredentials({ scopes: ['events.manage'] })()
  itself = new sdk.Parley({ baseUrl: service.baseUrl, apiKey, accessToken: token })
  shellOfItself = { ...shell, TOKEN: token }
}, 720_000)
afterAll(async () => {
  await closeContexts(browser)
  await service.stop()
})

interface Sample {
  readonly id: string
  readonly label: string
  readonly source: string
}

async function samples(): Promise<Sample[]> {
  const { origin } = new URL(service.baseUrl)
  const { paths } = (await (await fetch(`${origin}/openapi.json`)).json()) as {
    paths: Record<
      string,
      Record<string, { operationId: string; 'x-codeSamples': { label: string; source: string }[] }>
    >
  }
  return Object.values(paths)
    .flatMap(path => Object.values(path))
    .flatMap(({ operationId, 'x-codeSamples': list }) => list.map(sample => ({ id: operationId, ...sample })))
}

/** Real ids in place of those in the samples, new each time because some samples delete them. */
async function inventIds(messageId: number, phone: string): Promise<Record<string, string>> {
  const [contact, group, scheduled] = await Promise.all([
    parley.contacts.create({ firstName: 'Maria', lastName: 'Alvarez', phone: '+12025550148' }),
    parley.groups.create({ name: 'Retirement planning' }),
    parley.messages.send({
      phone,
      text: 'Our monthly call is on Friday at ten.',
      scheduleDelivery: true,
      deliveryDate: Date.now() + 86_400_000,
    }),
  ])
  const { data } = await itself.endpoints.list()
  const endpoint =
    data[0] ?? (await itself.endpoints.create({ url: 'https://crm.example.com/hooks' })).endpoint
  return {
    4097: String(endpoint.endpointId),
    1049601: String(messageId),
    20481: String(scheduled.successes[0]?.memberId),
    30721: String(scheduled.successes[0]?.scheduleId),
    5121: String(contact.id),
    2049: String(group.id),
  }
}

/** A new number that replies YES, as all that end in 9003 do in a sandbox. */
async function newFriend(): Promise<string> {
  const phone = '+17165559003'
  await parley.consents.request({ phoneNumbers: [phone] })
  await parley.waitForConsent(phone, { pollIntervalMs: 100 })
  return phone
}

/** An event that a signed checkpoint covers. */
async function firstEvent(): Promise<string> {
  for (;;) {
    const { data } = await parley.events.list({ limit: 1, waitSeconds: 5 })
    const [first] = data
    const proof = first && (await parley.events.prove(first.event.id).catch(() => undefined))
    if (proof) return proof.eventId
  }
}

it('every sample of the reference does what it says', async () => {
  const phone = await newFriend()
  const { successes } = await parley.messages.send({ phone, text: 'Welcome!' })
  const all = await samples()
  const eventId = await firstEvent()
  expect(new Set(all.map(({ label }) => label))).toEqual(new Set(['curl', 'SDK']))
  for (const { id, label, source } of all) {
    const ids = await inventIds(successes[0]?.messageId ?? 0, phone)
    const text = source
      .replaceAll('evt_1049601', eventId)
      .replace(/\b(1049601|30721|5121|20481|2049|4097)\b/g, example => ids[example] ?? example)
    const isForItself = /endpoints|console-links/.test(text)
    const done =
      label === 'curl'
        ? runShell(`${text} -sS --fail-with-body`, isForItself ? shellOfItself : shell)
        : runWithSdk(text, isForItself ? itself : parley)
    await done.catch((error: Error) => expect.fail(`${id} with ${label}: ${error.message}`))
  }
}, 720_000)

const runShell = (script: string, variables = shell): Promise<{ stdout: string }> =>
  run('bash', ['-c', script], { cwd: service.folder, env: { PATH: process.env['PATH'], ...variables } })

async function runWithSdk(source: string, client: Parley): Promise<void> {
  const quiet = { log: () => {} }
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  await (new AsyncFunction('parley', 'console', source)(client, quiet) as Promise<void>)
}

const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code]) => code ?? '',
  )

/** Expected output: the lines of the `text` blocks. */
const promisesOf = (text: string): string[] =>
  blocksOf(text, 'text').flatMap(block => block.split('\n').filter(line => line.trim() !== ''))

/**
 * Runs a program to its end and returns its output. If it prints an authorization URL, the advisor authorizes, and the
 * callback URL is typed in, as a reader would.
 */
async function follow(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { cwd: service.folder, stdio: 'pipe', timeout: 320_000 })
  let printed = ''
  let failure = ''
  let typed: Promise<void> | undefined
  child.stdout.on('data', chunk => {
    printed += String(chunk)
    const [url] = /^http\S+\/oauth\/auth\?\S+$/m.exec(printed) ?? []
    if (url) typed ??= authorize(url).then(callback => void child.stdin.end(`${callback}\n`))
  })
  child.stderr.on('data', chunk => (failure += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  await typed
  if (code !== 0) throw new Error(`The program exited with ${code}.\n${printed}\n${failure}`)
  return printed
}

async function authorize(url: string): Promise<string> {
  const page = await browser.newPage()
  page.setDefaultTimeout(120_000)
  const { redirectUri } = service.application
  await page.goto(url)
  await page.getByLabel('Email').fill(service.advisors[0]?.email ?? '')
  await page.getByLabel('Password').fill(service.advisors[0]?.password ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // Nothing listens there: the browser requests the URL and shows a connection error.
  const [callback] = await Promise.all([
    page.waitForRequest(request => request.url().startsWith(redirectUri)),
    page.getByRole('button', { name: 'Allow', exact: true }).click({ noWaitAfter: true }),
  ])
  await page.close()
  return callback.url()
}

describe('the shell blocks of a guide are one session, and its JavaScript one program', () => {
  it.each(guides)(
    '%s',
    async guide => {
      const text = await readFile(join(guidesFolder, guide), 'utf8')
      const shellBlocks = blocksOf(text, 'sh')
      const programs = blocksOf(text, 'js')
      let printed = ''
      if (shellBlocks.length > 0) {
        printed += await follow('bash', ['-c', ['set -euo pipefail', ...shellBlocks].join('\n')])
      }
      if (programs.length > 0) {
        const file = join(service.folder, guide.replace('.md', '.mjs'))
        await writeFile(file, programs.join('\n'))
        printed += await follow(process.execPath, [file])
      }
      for (const line of promisesOf(text)) expect(printed).toContain(line)
    },
    300_000,
  )

  it('names no command that does not exist', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: object }
    const texts = await Promise.all(guides.map(guide => readFile(join(guidesFolder, guide), 'utf8')))
    const commands = texts
      .flatMap(text => blocksOf(text, 'console'))
      .flatMap(block => block.trim().split('\n'))
    expect(commands).not.toHaveLength(0)
    for (const command of commands) {
      const [, script] = /^npm run (\S+)$/.exec(command) ?? []
      if (script) expect(Object.keys(scripts)).toContain(script)
      else
        expect(command).toMatch(
          /^(npm ci|node first-text\.mjs|npm install http:\S+\/docs\/sdk\/parley-sdk\.tgz|npx --no @parley\/sdk (listen|trigger) .+)$/,
        )
    }
  })
})

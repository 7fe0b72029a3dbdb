// The commands for a firm's texting policy.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readJournal } from '../../test/database/address-book-audit.ts'
import { useTestDatabase } from '../../test/database/database.ts'
import { type Ended, runCommand } from '../../test/processes/run-command.ts'
import { addAdvisor, addFirm, findAdvisor } from '../identity/index.ts'

const { database, url } = await useTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'parley-texting-'))
const operator = userInfo().username

const request =
  '{advisor} of {firm} would like to text you. Reply YES to agree. Message frequency varies. Message and data rates may apply. Reply HELP for help or STOP to opt out.'

beforeAll(async () => {
  const firm = await addFirm(database, { name: 'Harbor Wealth' })
  const people = { firmId: firm.id, email: 'avery@harbor.example', timeZone: 'America/New_York' }
  await addAdvisor(database, { ...people, identifier: 'avery', name: 'Avery Quinn' })
  await addFirm(database, { name: 'Cedar' })
  await writeFile(join(folder, 'latin.txt'), Buffer.from('{firm}: YES, STOP, caf\xe9', 'latin1'))
})
afterAll(() => rm(folder, { recursive: true }))

const run = (...args: string[]): Promise<Ended> => runCommand(args, { DATABASE_URL: url }, { cwd: folder })

const texting = (verb: string, ...options: string[]) =>
  run('firm', 'texting', verb, 'harbor wealth', ...options)

describe('parley firm texting', () => {
  it('shows the defaults of a firm that has decided nothing', async () => {
    const [shown, history] = await Promise.all([texting('show'), texting('history')])
    expect(shown).toMatchObject({ code: 0 })
    expect(shown.output).toMatch(
      /^Texting at Harbor Wealth\n\n {2}Version {5}none: the defaults apply\n {2}Consent {5}required\n {2}Ask again {3}any time after an unanswered request, 30 days after a NO, never after 2 NOs\n {2}Exceptions {2}-\n/,
    )
    expect(shown.output).toContain('Consent request: none. Consent cannot be requested.\n')
    expect(shown.output).toContain('You have opted out. Avery Quinn of Harbor Wealth will send you no more')
    expect(shown.output).toContain('\nWarnings:\n  Consent is required and there is no consent request')
    expect(history.output).toMatch(/^Harbor Wealth has no texting policy yet/)
  })

  it('sets texts with a journal entry, and shows them as clients see them, with length and warnings', async () => {
    // As editors on Windows write it.
    await writeFile(join(folder, 'consent.txt'), `\ufeff${request}\r\n`)
    const rendered = request.replace('{advisor}', 'Avery Quinn').replace('{firm}', 'Harbor Wealth')
    const set = await texting('set', '--consent-text-file', 'consent.txt')
    expect(set).toMatchObject({ code: 0 })
    expect(set.output).toMatch(/^Version 1 now applies to Harbor Wealth\.\n/)
    expect(set.output).toMatch(new RegExp(`\n {2}Version {5}1, set by ${operator} on \\d{4}-`))
    expect(set.output).toContain(`\nConsent request, ${rendered.length} characters:\n  ${rendered}\n`)
    expect(set.output).not.toContain('Warnings')

    const again = await texting('set', '--consent-text', request)
    expect(again.output).toMatch(/^Nothing changed for Harbor Wealth\.\n/)

    const terse = await texting(
      'set',
      '--consent-required=no',
      '--consent-text={firm}: YES or STOP?',
      '--format=json',
    )
    expect(JSON.parse(terse.output)).toMatchObject({
      firm: { name: 'Harbor Wealth' },
      version: 2,
      decidedBy: operator,
      isConsentRequired: false,
      consentRequestText: '{firm}: YES or STOP?',
      sample: {
        advisor: 'Avery Quinn',
        consentRequest: { text: 'Harbor Wealth: YES or STOP?', characters: 27 },
      },
      mistakes: [],
      warnings: [{}, {}, {}].map(() => expect.stringMatching(/^The consent request should /) as string),
    })
    expect((await texting('set', '--no-consent-text')).code).toBe(0)
    const { output } = await texting('history', '--format', 'json')
    expect(JSON.parse(output)).toMatchObject([
      { version: 3, consentRequestText: null, isConsentRequired: false },
      { version: 2, consentRequestText: '{firm}: YES or STOP?', isConsentRequired: false },
      { version: 1, consentRequestText: request, isConsentRequired: true },
    ])
    const history = await texting('history')
    expect(history.output).toMatch(
      /^Version 3, [^]*\n\nVersion 2, [^]*\n\nVersion 1, [^]*{advisor} of {firm}/,
    )
  })

  it('sets how soon and how often clients are asked again', async () => {
    const limits = ['--ask-again-after', '72', '--ask-again-after-no', '90', '--ask-until-nos', '1']
    const set = await texting('set', ...limits)
    expect(set.output).toContain(
      '  Ask again   72 hours after an unanswered request, 90 days after a NO, never after 1 NO\n',
    )
    const { output } = await texting('history', '--format', 'json')
    expect(JSON.parse(output)).toMatchObject([
      { version: 4, askAgainAfterHours: 72, askAgainAfterNoDays: 90, declinesMost: 1 },
      { version: 3, askAgainAfterHours: 0, askAgainAfterNoDays: 30, declinesMost: 2 },
      {},
      {},
    ])
  })

  it.each([
    [2, ['set', 'Cedar'], /^Nothing to change\. Use --consent-required, /],
    [
      2,
      ['set', 'Cedar', '--consent-text', 'May we? {client}', '--stop-text', 'Bye: www.cedar.example'],
      'The consent request must name the firm: write {firm}. The consent request must say how to agree, with YES in capitals. The consent request must say how to opt out, with STOP in capitals. The consent request must contain no braces except in {advisor} and {firm}. The confirmation of STOP must say that no more texts will come. The confirmation of STOP must not contain a link or an address: it only confirms.\n',
    ],
    [2, ['set', 'Cedar', '--ask-again-after', 'soon'], /Must be a whole number/],
    [2, ['set', 'Cedar', '--ask-until-nos', '0'], 'declinesMost must be a whole number from 1 to 10.\n'],
    [2, ['set', 'Cedar', '--consent-required', 'maybe'], /Allowed choices are yes, no/],
    [2, ['set', 'Cedar', '--consent-text', 'x', '--consent-text-file', 'y'], /cannot be used with/],
    [2, ['set', 'Cedar', '--no-consent-text', '--consent-text-file', 'y'], /cannot be used with/],
    [2, ['set', 'Cedar', '--consent-text-file', 'latin.txt'], 'latin.txt is not valid UTF-8.\n'],
    [1, ['set', 'Cedar', '--consent-text-file', 'nowhere.txt'], 'File nowhere.txt does not exist.\n'],
    [1, ['set', 'Cedar', '--consent-text-file', '.'], '. cannot be read: EISDIR.\n'],
    [1, ['show', 'Nobody'], 'There is no firm Nobody.\n'],
  ])('exits with %i after a failure and prints why: %j', async (code, args, output) => {
    const failed = await run('firm', 'texting', ...args)
    if (typeof output === 'string') expect(failed.output).toBe(output)
    else expect(failed.output).toMatch(output)
    expect(failed.code).toBe(code)
    expect(failed.output).not.toContain('    at ')
  })

  it('changes nothing after a failure', async () => {
    expect((await run('firm', 'texting', 'history', 'Cedar', '--format', 'json')).output).toBe('[]\n')
  })
})

describe('parley advisor consent', () => {
  it('exempts an advisor and ends the exemption, each with a journal entry', async () => {
    expect(await run('advisor', 'consent', 'avery', 'not-required')).toEqual({
      code: 0,
      output: 'For avery, consent is not required, overriding the rule of Harbor Wealth.\n',
    })
    expect((await texting('show')).output).toContain('  Exceptions  avery: not required\n')
    expect(await run('advisor', 'consent', 'avery@harbor.example', 'as-firm')).toEqual({
      code: 0,
      output: 'For avery, the consent rule of Harbor Wealth applies.\n',
    })
    expect((await texting('show')).output).toContain('  Exceptions  -\n')
    const { id } = await findAdvisor(database, 'avery')
    const byOperator = { kind: 'texting.changed', actor: { kind: 'operator', name: operator } }
    const changes = (await readJournal(database, id)).filter(({ kind }) => kind === 'texting.changed')
    expect(changes).toMatchObject([byOperator, byOperator])
  })

  it.each([
    [2, ['avery', 'sometimes'], /Allowed choices are required, not-required, as-firm/],
    [1, ['nobody', 'required'], 'There is no advisor nobody.\n'],
  ])('exits with %i after a failure: %j', async (code, args, output) => {
    const failed = await run('advisor', 'consent', ...args)
    if (typeof output === 'string') expect(failed.output).toBe(output)
    else expect(failed.output).toMatch(output)
    expect(failed.code).toBe(code)
  })
})

it('“Set up texting for a firm” in docs/operations.md works as it is written', async () => {
  const docs = await readFile(join(process.cwd(), 'docs/operations.md'), 'utf8')
  const [, section = ''] = /^## Set up texting for a firm\n([^]*?)^## /m.exec(docs) ?? []
  const blocks = [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block)
  expect(blocks.length).toBeGreaterThan(1)
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const parleyHere = `parley() { '${process.execPath}' '${main}' "$@"; }`
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-c', ['set -euo pipefail', parleyHere, ...blocks].join('\n')],
    { cwd: folder, env: { PATH: process.env['PATH'], DATABASE_URL: url } },
  )
  expect(stdout).not.toContain('Warnings')
  const shown = JSON.parse((await texting('show', '--format', 'json')).output) as object
  expect(shown).toMatchObject({ isConsentRequired: true, mistakes: [], warnings: [] })
})

// Every command that changes something writes a journal entry with the name of the operator. The commands are read
// from the program itself: a new one fails here until it is journalled, or listed below with the reason why not.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptTexts, createMembers } from '../../test/carriers/texting.ts'
import { commitmentTo } from '../../test/database/commitment-to.ts'
import { useTestDatabase } from '../../test/database/database.ts'
import type { Act } from '../../test/people/act.ts'
import {
  acts,
  actsElsewhere,
  carrierPassword,
  exempt,
  ids,
  password,
  phone,
  reads,
} from '../../test/people/operator-acts.ts'
import { grantAccess } from '../../test/people/people.ts'
import { runCommand } from '../../test/processes/run-command.ts'
import { createLogger } from '../platform/telemetry/logger.ts'
import { runSealer } from '../sealing/index.ts'
import { loadCommands } from './run-program.ts'

const { database, owner, sealer, url, sealerUrl } = await useTestDatabase()
const secretKey = randomBytes(32).toString('base64url')
const context = { stopTracing: () => Promise.resolve() }

beforeAll(async () => {
  ids.folder = await mkdtemp(join(tmpdir(), 'parley-on-record-'))
  await writeFile(join(ids.folder, 'contacts.csv'), `firstName,phone\nMaria,${phone}\n`)
  await writeFile(
    join(ids.folder, 'content.csv'),
    'title,url,type\nOn rates,https://example.com/a,WebContent\n',
  )
})
let sealing: ReturnType<typeof runSealer>
beforeAll(() => {
  const place = {
    origin: 'on-record.test/log',
    directory: join(ids.folder, 'log'),
    keyFile: join(ids.folder, 'key'),
  }
  sealing = runSealer({ database: sealer, log: createLogger('silent'), place })
})
afterAll(async () => {
  await sealing.stop()
  await rm(ids.folder, { recursive: true })
})

function leaves(command: Command, path: string): { readonly path: string; readonly command: Command }[] {
  if (command.commands.length === 0) return [{ path, command }]
  return command.commands.flatMap(inner => leaves(inner, `${path} ${inner.name()}`))
}
const allCommands = async () =>
  (await loadCommands(undefined, context)).flatMap(command => leaves(command, command.name()))

async function attempt({ command, args, input }: Act): Promise<{ hasFailed: boolean; output: string }> {
  const words = [...command.split(' '), ...args(), '--operator', 'sam']
  const variables = {
    DATABASE_URL: url,
    SEALER_DATABASE_URL: sealerUrl,
    PARLEY_SECRET_KEY: secretKey,
    LOG_DIRECTORY: join(ids.folder, 'log'),
  }
  const { code, output } = await runCommand(words, variables, { input })
  return { hasFailed: code !== 0, output }
}

async function run(act: Act): Promise<string> {
  const { hasFailed, output } = await attempt(act)
  expect([act.command, hasFailed, output]).toEqual([act.command, false, expect.any(String)])
  return output
}

/** The action and its entry are one transaction: without the entry, nothing changes. */
async function expectNothingWithoutEntry(act: Act): Promise<void> {
  await owner.query('revoke insert on journal from parley_app')
  const { hasFailed, output } = await attempt(act)
  await owner.query('grant insert on journal to parley_app')
  expect([act.command, hasFailed, output]).toEqual([act.command, true, expect.any(String)])
}

interface Row {
  readonly advisor_id: number
  readonly firm_id: number | null
  readonly kind: string
  readonly entry: { readonly actor: unknown; readonly firmId?: number; readonly advisorId?: number }
  readonly head: Buffer
  readonly facts: Buffer
  readonly salts: Buffer
  readonly digest: Buffer
}

async function entriesSince(id: number): Promise<Row[]> {
  const { rows } = await database.query<Row>(
    `select advisor_id, firm_id, kind, entry_of(entry, head, facts) as entry, head, facts, salts, digest
     from journal where id > $1 order by id`,
    [id],
  )
  return rows
}
const lastEntry = async (): Promise<number> =>
  (await database.query<{ id: number }>('select coalesce(max(id), 0) as id from journal')).rows[0]?.id ?? 0

const ownerOf = ({ advisor_id: advisorId, entry }: Row): Act['owner'] => {
  if (advisorId !== 0 && entry.advisorId === advisorId) return 'advisor'
  return entry.firmId === undefined ? 'installation' : 'firm'
}

/** What is done to an advisor's account rather than in it. */
const ofFirmsToo = new Set(
  'advisor.added advisor.changed number.added number.changed texting.changed sign_in.unlocked sessions.ended'.split(
    ' ',
  ),
)

/** Collects what later commands need from the output and effects of earlier ones. */
async function remember(command: string, output: string): Promise<void> {
  const printed = (): Record<string, unknown> => JSON.parse(output) as Record<string, unknown>
  if (command === 'app add') {
    ids.clientId = String(printed()['clientId'])
    const { rows } = await database.query<{ advisor: number; application: number }>(
      'select advisor.id as advisor, application.id as application from advisor, application',
    )
    ids.grantId = await grantAccess(database, rows[0]?.advisor ?? 0, rows[0]?.application ?? 0)
  }
  if (command === 'app webhook add') {
    ids.endpointId = String(printed()['endpointId'])
    // As after a test that arrived.
    await database.query(`update webhook_endpoint set status = 'active'`)
  }
  if (command === 'key add') ids.keyId = String(printed()['id'])
  if (command === 'content import') {
    const { rows } = await database.query<{ id: number }>('select id from advisor')
    const sender = { advisorId: rows[0]?.id ?? 0, number: '+12025550123' }
    const [messageId = 0] = await acceptTexts(database, sender, await createMembers(database, sender, 1))
    ids.messageId = String(messageId)
    await owner.query('delete from outbox')
    await owner.query(
      `insert into dead_letter (advisor_id, message_id, ending, reason, attempts) values ($1, $2, 'failed', 'other', 6)`,
      [sender.advisorId, messageId],
    )
  }
  if (command === 'consent opt-out') {
    const add = { command: 'advisor add', kind: '', owner: 'advisor' } as const
    const args = ['--name=Blake', '--email=blake@harbor.example', '--time-zone=UTC', '--firm=Harbor Wealth']
    await run({ ...add, args: () => ['blake', ...args, '--no-password'] })
  }
}

describe('the commands of the operator', () => {
  it('are all listed here, and each that changes something takes --operator', async () => {
    const commands = await allCommands()
    const onRecord = [...acts.map(({ command }) => command), ...actsElsewhere]
    const known = [...reads, ...Object.keys(exempt), ...onRecord]
    expect(commands.map(({ path }) => path).toSorted()).toEqual(known.toSorted())
    const named = commands.filter(({ command }) => command.options.some(({ long }) => long === '--operator'))
    expect(named.map(({ path }) => path).toSorted()).toEqual(onRecord.toSorted())
  })

  it('that change something write a journal entry for the right owner, without a secret', async () => {
    for (const act of acts) {
      await expectNothingWithoutEntry(act)
      const before = await lastEntry()
      const output = await run(act)
      const rows = await entriesSince(before)
      expect([act.command, rows.map(({ kind }) => kind)]).toEqual([
        act.command,
        expect.arrayContaining([act.kind]),
      ])
      for (const row of rows) {
        expect([act.command, row.entry.actor]).toEqual([act.command, { kind: 'operator', name: 'sam' }])
        expect(row.digest).toEqual(commitmentTo(row))
        expect([act.command, row.firm_id]).toEqual([act.command, row.entry.firmId ?? null])
      }
      // What an operator does to an advisor is in the firm's journal, too.
      const owners = rows.filter(({ kind }) => kind === act.kind).map(ownerOf)
      const others = new Set(owners.filter(each => each !== act.owner))
      expect([act.command, owners.includes(act.owner)]).toEqual([act.command, true])
      expect([act.command, [...others]]).toEqual([
        act.command,
        act.owner === 'advisor' && ofFirmsToo.has(act.kind) ? ['firm'] : [],
      ])
      const written = JSON.stringify(rows.map(({ entry }) => entry))
      for (const secret of [password, carrierPassword, ...secretsIn(output)]) {
        expect(written, act.command).not.toContain(secret)
      }
      await remember(act.command, output)
    }
  })

  it('that only read write no entry', async () => {
    const before = await lastEntry()
    for (const name of ['firm list', 'advisor list', 'app list', 'outbox status', 'outbox holds']) {
      expect(await runCommand(name.split(' '), { DATABASE_URL: url })).toMatchObject({ code: 0 })
    }
    expect(await lastEntry()).toBe(before)
  })
})

/** Secrets and API keys, as commands print them once. */
function secretsIn(output: string): string[] {
  return [...output.matchAll(/"(?:clientSecret|apiKey|secret)": "([^"]+)"/g)].map(
    ([, secret]) => secret ?? '',
  )
}

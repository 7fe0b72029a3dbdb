// The operator's commands for carriers, each as a process of its own.
import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { freePort } from '../../test/free-port.ts'
import { parley } from '../../test/process.ts'
import { credentials, startSmsc } from '../../test/smpp/scripted-smsc.ts'

const { database, url, drop } = await createTestDatabase()
const smsc = await startSmsc()
afterAll(async () => {
  await smsc.close()
  await drop()
})

const variables = {
  DATABASE_URL: url,
  PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
  PUBLIC_ORIGIN: 'https://texting.example.org',
}

async function run(
  args: string,
  { input, without }: { input?: string; without?: 'PARLEY_SECRET_KEY' } = {},
): Promise<{ code: number | null; output: string }> {
  const { [without ?? 'PUBLIC_ORIGIN']: _, ...known } = variables
  const command = parley(args.split(' '), without ? known : variables, { input })
  return { code: await command.exited(), output: command.output() }
}

it('connects a carrier, tries it, pauses it and lists it', async () => {
  expect((await run('carrier list')).output).toBe(
    'There are no carriers yet, and texts wait. Connect one: parley carrier add --help\n',
  )
  const add = `carrier add acme --kind smpp --host 127.0.0.1 --port ${smsc.port} --system-id ${credentials.systemId}`
  const added = await run(
    `${add} --number +12025550123 --pace 30 --opted-out-status 0x0401 --password-stdin`,
    {
      input: `${credentials.password}\n`,
    },
  )
  expect(added).toEqual({
    code: 0,
    output: 'The carrier acme is known. Try it: parley carrier test acme\n',
  })
  expect(await run('carrier test acme')).toEqual({
    code: 0,
    output: expect.stringMatching(/^The carrier acme lets us in \(\d+ ms\)\.\n$/) as string,
  })
  expect((await run('carrier pause acme --operator kim')).output).toBe(
    'The carrier acme is paused: its texts wait.\n',
  )
  const { output } = await run('carrier list')
  expect(output).toMatch(/^NAME +KIND +STATUS +LINKS +WINDOW +RATE +PACE +NUMBERS +LAST ERROR\n/)
  expect(output).toMatch(/\nacme +smpp +paused +- +- +- +30\/s +1 +-\n/)
  expect(output).toMatch(/\nsimulator \(default\) +simulator +no worker/)
  expect((await run('carrier resume acme')).output).toBe('The carrier acme sends again.\n')
  const { rows } = await database.query('select settings from carrier where name = $1', ['acme'])
  expect(rows[0]).toEqual({ settings: { host: '127.0.0.1', port: smsc.port, optedOutStatuses: [0x401] } })
})

it('tells where the carrier is to post replies, and never a token', async () => {
  const token = randomBytes(16).toString('hex')
  const { code, output } = await run(
    `carrier add cloud --kind twilio --account AC${'0'.repeat(32)} --api-origin http://127.0.0.1:${await freePort()} --password-stdin`,
    { input: token },
  )
  expect(code).toBe(0)
  expect(output).toContain('https://texting.example.org/carriers/cloud/texts#rc=5&rp=all')
  const failed = await run('carrier test cloud')
  expect(failed).toEqual({ code: 1, output: 'The carrier cloud could not be connected: ECONNREFUSED.\n' })
  const everything = `${output}${failed.output}${(await run('carrier list --format json')).output}`
  expect(everything).not.toContain(token)
})

it('shows how a carrier is set, and never a password', async () => {
  const { output } = await run('carrier show acme')
  for (const words of [
    '--host 127.0.0.1',
    `--port ${smsc.port}`,
    '--opted-out-status 0x0401',
    '+12025550123',
  ]) {
    expect(output).toContain(words)
  }
  expect(output).not.toContain(credentials.password)
  expect((await run('carrier show cloud')).output).toContain('/carriers/cloud/texts#rc=5&rp=all')
})

it('changes a password and keeps the system id, and encryption can be turned off again', async () => {
  expect(
    (await run('carrier set acme --new-credentials --tls --password-stdin', { input: 'another' })).code,
  ).toBe(0)
  expect((await run('carrier show acme')).output).toContain('--tls')
  expect((await run('carrier set acme --no-tls')).code).toBe(0)
  expect((await run('carrier show acme')).output).not.toContain('--tls')
  expect((await run('carrier test acme')).output).toContain('wrong password')
  await run('carrier set acme --new-credentials --password-stdin', { input: credentials.password })
  expect((await run('carrier test acme')).code).toBe(0)
})

it('forgets again which statuses and errors mean that a recipient has opted out', async () => {
  const set = '--opted-out-status 0x0401 --opted-out-status 0x0402 --opted-out-error 0A3'
  expect((await run(`carrier set acme ${set}`)).code).toBe(0)
  const { output } = await run('carrier show acme')
  for (const words of set.split(/ (?=--)/)) expect(output).toContain(words)
  expect((await run('carrier set acme --opted-out-status=')).code).toBe(0)
  const without = (await run('carrier show acme')).output
  expect(without).not.toContain('--opted-out-status')
  expect(without).toContain('--opted-out-error 0A3')
  // As '' in a shell.
  expect((await run('carrier set acme --opted-out-error ')).code).toBe(0)
  expect((await run('carrier show acme')).output).not.toContain('--opted-out')
})

it('says that a number is nobody’s when it is given to a carrier', async () => {
  const { code, output } = await run('carrier route acme +12025550199')
  expect({ code, output }).toEqual({
    code: 0,
    output:
      'The number +12025550199 goes by acme.\nNo advisor has the number +12025550199 now: is it the one you mean?\n',
  })
})

it('says which key is wrong, without a trace of the program, and keeps nothing under it', async () => {
  const other = { ...variables, PARLEY_SECRET_KEY: randomBytes(32).toString('base64') }
  const command = parley(['carrier', 'test', 'acme'], other)
  expect(await command.exited()).toBe(1)
  expect(command.output()).toBe('PARLEY_SECRET_KEY does not open the credentials of the carrier acme\n')
  const before = (await database.query('select * from carrier order by name')).rows
  for (const refused of [
    'carrier set acme --new-credentials --system-id other --password-stdin',
    'carrier set cloud --new-credentials --password-stdin',
    'carrier add late --kind smpp --host h --port 1 --system-id x --password-stdin',
  ]) {
    const change = parley(refused.split(' '), other, { input: 'x' })
    expect(await change.exited()).toBe(1)
    expect(change.output()).toBe(
      'PARLEY_SECRET_KEY does not open the credentials of the carrier acme. If the whole installation has a new one, begin with its signing keys: parley keys rotate --now\n',
    )
  }
  expect((await database.query('select * from carrier order by name')).rows).toEqual(before)
})

it('retires a carrier, shows it as such, and takes it into use again', async () => {
  const refused = await run('carrier retire acme')
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('2 numbers go by it, as parley carrier show acme lists')
  expect((await run('carrier retire cloud --operator kim')).output).toBe(
    'The carrier cloud is retired: the workers leave it within seconds.\n' +
      'What it posts to us is still taken in; what does not reach us is not fetched any more.\n' +
      'To use it again: parley carrier restore cloud\n',
  )
  expect((await run('carrier list')).output).toMatch(/\ncloud +twilio +retired +- +- +- +- +0 +-\n$/)
  expect((await run('carrier show cloud')).output).toMatch(
    /Status +retired\n *Retired +20.+ UTC\n[^]* by kim\n/,
  )
  const again = `carrier add cloud --kind twilio --account AC${'0'.repeat(32)} --password-stdin`
  expect((await run(again, { input: 'token' })).output).toBe(
    'There was a carrier cloud, which is retired. To use it again: parley carrier restore cloud\n',
  )
  expect((await run('carrier restore cloud')).output).toBe(
    'The carrier cloud is in use. Give it numbers: parley carrier route cloud <number>…\n',
  )
  expect((await run('carrier list')).output).toMatch(/\ncloud +twilio +no worker/)
})

it('explains a command inside a command', async () => {
  expect(await run('help carrier add')).toEqual({
    code: 0,
    output: expect.stringMatching(/^Usage: parley carrier add [^]*--opted-out-status/) as string,
  })
  expect(await run('help carrier adopt')).toMatchObject({ code: 2 })
  expect(await run('carrier route acme')).toEqual({
    code: 2,
    output: "error: missing required argument 'number'\nWhat it takes: parley help carrier route\n",
  })
})

it.each([
  [
    'carrier add acme --kind smpp --host h --port 1 --system-id x --password-stdin',
    'There is a carrier acme already.',
  ],
  ['carrier add Acme --kind smpp --host h --port 1 --system-id x --password-stdin', 'The name must have'],
  [
    'carrier add other --kind smpp --password-stdin',
    'A carrier of the kind smpp needs --host, --port and --system-id.',
  ],
  [
    `carrier add other --kind twilio --account AC${'0'.repeat(32)} --host h --tls --password-stdin`,
    'A carrier of the kind twilio does not take --host and --tls.',
  ],
  ['carrier set acme', 'Nothing is given to change.'],
  ['carrier set acme --account AC1', 'A carrier of the kind smpp does not take --account.'],
  ['carrier set acme --system-id other', 'give --new-credentials as well'],
  ['carrier set simulator --window 5', 'A carrier of the kind simulator does not take --window.'],
  ['carrier set simulator --new-credentials', 'The simulator has no credentials.'],
  ['carrier add other --kind smpp --host h --port 99999 --system-id x --password-stdin', 'The port must be'],
  ['carrier add other --kind twilio --account AC1 --password-stdin', 'The account must be written AC'],
  [
    `carrier add other --kind twilio --account AC${'0'.repeat(32)} --api-origin http://x.example --password-stdin`,
    'The origin must start with https://.',
  ],
  ['carrier pause nobody', 'There is no carrier nobody. Those there are: parley carrier list'],
  ['carrier route acme 12025550123', 'The number must be in E.164'],
])('refuses %s', async (command, words) => {
  const { code, output } = await run(command, { input: 'secret' })
  expect(code).not.toBe(0)
  expect(output).toContain(words)
})

it('asks for the secret key where credentials are to be kept', async () => {
  const { code, output } = await run(
    'carrier add late --kind smpp --host h --port 1 --system-id x --password-stdin',
    { input: 'secret', without: 'PARLEY_SECRET_KEY' },
  )
  expect(code).not.toBe(0)
  expect(output).toContain('PARLEY_SECRET_KEY is required')
})

// The operator's commands for carriers.
import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { useTestDatabase } from '../../test/database/database.ts'
import { freePort } from '../../test/processes/free-port.ts'
import { type Ended, runCommand } from '../../test/processes/run-command.ts'
import { credentials, startSmsc } from '../../test/smpp/scripted-smsc.ts'

const { database, url } = await useTestDatabase()
const smsc = await startSmsc()
afterAll(() => smsc.close())

const variables = {
  DATABASE_URL: url,
  PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
  PUBLIC_ORIGIN: 'https://texting.example.org',
}

function run(
  args: string,
  { input, without }: { input?: string; without?: 'PARLEY_SECRET_KEY' } = {},
): Promise<Ended> {
  const { [without ?? 'PUBLIC_ORIGIN']: _, ...known } = variables
  return runCommand(args.split(' '), without ? known : variables, { input })
}

it('adds, tests, pauses and lists a carrier', async () => {
  expect((await run('carrier list')).output).toBe(
    'No carriers yet, so texts wait. To add one: parley carrier add --help\n',
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
    output: 'Added carrier acme. To test it: parley carrier test acme\n',
  })
  expect(await run('carrier test acme')).toEqual({
    code: 0,
    output: expect.stringMatching(/^Connected to carrier acme \(\d+ ms\)\.\n$/) as string,
  })
  expect((await run('carrier pause acme --operator kim')).output).toBe(
    'Carrier acme is paused. Its texts wait.\n',
  )
  const { output } = await run('carrier list')
  expect(output).toMatch(/^NAME +KIND +STATUS +LINKS +WINDOW +RATE +PACE +NUMBERS +LAST ERROR\n/)
  expect(output).toMatch(/\nacme +smpp +paused +- +- +- +30\/s +1 +-\n/)
  expect(output).toMatch(/\nsimulator \(default\) +simulator +no worker/)
  expect((await run('carrier resume acme')).output).toBe('Carrier acme is sending again.\n')
  const { rows } = await database.query('select settings from carrier where name = $1', ['acme'])
  expect(rows[0]).toEqual({ settings: { host: '127.0.0.1', port: smsc.port, optedOutStatuses: [0x401] } })
})

it('prints the URL for the carrier’s replies, and never a token', async () => {
  const token = randomBytes(16).toString('hex')
  const { code, output } = await run(
    `carrier add cloud --kind twilio --account AC${'0'.repeat(32)} --api-origin http://127.0.0.1:${await freePort()} --password-stdin`,
    { input: token },
  )
  expect(code).toBe(0)
  expect(output).toContain('https://texting.example.org/carriers/cloud/texts#rc=5&rp=all')
  const failed = await run('carrier test cloud')
  expect(failed).toEqual({ code: 1, output: 'Could not connect to carrier cloud: ECONNREFUSED.\n' })
  const everything = `${output}${failed.output}${(await run('carrier list --format json')).output}`
  expect(everything).not.toContain(token)
})

it('shows a carrier’s settings, and never a password', async () => {
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

it('can clear the statuses and errors that mean a recipient has opted out', async () => {
  const set = '--opted-out-status 0x0401 --opted-out-status 0x0402 --opted-out-error 0A3'
  expect((await run(`carrier set acme ${set}`)).code).toBe(0)
  const { output } = await run('carrier show acme')
  for (const words of set.split(/ (?=--)/)) expect(output).toContain(words)
  expect((await run('carrier set acme --opted-out-status=')).code).toBe(0)
  const without = (await run('carrier show acme')).output
  expect(without).not.toContain('--opted-out-status')
  expect(without).toContain('--opted-out-error 0A3')
  // The same as '' in a shell.
  expect((await run('carrier set acme --opted-out-error ')).code).toBe(0)
  expect((await run('carrier show acme')).output).not.toContain('--opted-out')
})

it('warns if a routed number has no advisor', async () => {
  const { code, output } = await run('carrier route acme +12025550199')
  expect({ code, output }).toEqual({
    code: 0,
    output:
      'Number +12025550199 now uses carrier acme.\nNo advisor has number +12025550199 yet. Check that it is correct.\n',
  })
})

it('reports a wrong secret key without a stack trace, and stores nothing encrypted with it', async () => {
  const other = { ...variables, PARLEY_SECRET_KEY: randomBytes(32).toString('base64') }
  expect(await runCommand(['carrier', 'test', 'acme'], other)).toEqual({
    code: 1,
    output: 'PARLEY_SECRET_KEY cannot decrypt the credentials of the carrier acme\n',
  })
  const before = (await database.query('select * from carrier order by name')).rows
  for (const refused of [
    'carrier set acme --new-credentials --system-id other --password-stdin',
    'carrier set cloud --new-credentials --password-stdin',
    'carrier add late --kind smpp --host h --port 1 --system-id x --password-stdin',
  ]) {
    const { code, output } = await runCommand(refused.split(' '), other, { input: 'x' })
    expect(code).toBe(1)
    expect(output).toBe(
      'PARLEY_SECRET_KEY cannot decrypt the credentials of the carrier acme. If the whole installation has a new key, start with its signing keys: parley keys rotate --now\n',
    )
  }
  expect((await database.query('select * from carrier order by name')).rows).toEqual(before)
})

it('retires a carrier, shows it as retired, and restores it', async () => {
  const refused = await run('carrier retire acme')
  expect(refused.code).toBe(1)
  expect(refused.output).toContain(
    '2 numbers are routed through it. To list its numbers: parley carrier show acme.',
  )
  expect((await run('carrier retire cloud --operator kim')).output).toBe(
    'Retired carrier cloud. The workers disconnect within seconds.\n' +
      'Replies and receipts that it posts are still accepted; missed ones are no longer fetched.\n' +
      'To use it again: parley carrier restore cloud\n',
  )
  expect((await run('carrier list')).output).toMatch(/\ncloud +twilio +retired +- +- +- +- +0 +-\n$/)
  expect((await run('carrier show cloud')).output).toMatch(
    /Status +retired\n *Retired +20.+ UTC\n[^]* by kim\n/,
  )
  const again = `carrier add cloud --kind twilio --account AC${'0'.repeat(32)} --password-stdin`
  expect((await run(again, { input: 'token' })).output).toBe(
    'Carrier cloud already exists but is retired. To use it again: parley carrier restore cloud\n',
  )
  expect((await run('carrier restore cloud')).output).toBe(
    'Restored carrier cloud. To give it numbers: parley carrier route cloud <number>…\n',
  )
  expect((await run('carrier list')).output).toMatch(/\ncloud +twilio +no worker/)
})

it('prints help for a nested command', async () => {
  expect(await run('help carrier add')).toEqual({
    code: 0,
    output: expect.stringMatching(/^Usage: parley carrier add [^]*--opted-out-status/) as string,
  })
  expect(await run('help carrier adopt')).toMatchObject({ code: 2 })
  expect(await run('carrier route acme')).toEqual({
    code: 2,
    output: "error: missing required argument 'number'\nFor usage: parley help carrier route\n",
  })
})

it.each([
  [
    'carrier add acme --kind smpp --host h --port 1 --system-id x --password-stdin',
    'Carrier acme already exists.',
  ],
  ['carrier add Acme --kind smpp --host h --port 1 --system-id x --password-stdin', 'The name must have'],
  [
    'carrier add other --kind smpp --password-stdin',
    'A carrier of kind smpp needs --host, --port and --system-id.',
  ],
  [
    `carrier add other --kind twilio --account AC${'0'.repeat(32)} --host h --tls --password-stdin`,
    'A carrier of kind twilio does not take --host and --tls.',
  ],
  ['carrier set acme', 'Nothing to change.'],
  ['carrier set acme --account AC1', 'A carrier of kind smpp does not take --account.'],
  ['carrier set acme --system-id other', 'Use --new-credentials as well'],
  ['carrier set simulator --window 5', 'A carrier of kind simulator does not take --window.'],
  ['carrier set simulator --new-credentials', 'The simulator has no credentials.'],
  ['carrier add other --kind smpp --host h --port 99999 --system-id x --password-stdin', 'The port must be'],
  ['carrier add other --kind twilio --account AC1 --password-stdin', 'The account must be written AC'],
  [
    `carrier add other --kind twilio --account AC${'0'.repeat(32)} --api-origin http://x.example --password-stdin`,
    'The origin must start with https://.',
  ],
  ['carrier pause nobody', 'There is no carrier nobody. To list carriers: parley carrier list'],
  ['carrier route acme 12025550123', 'The number must be in E.164 format'],
])('refuses %s', async (command, words) => {
  const { code, output } = await run(command, { input: 'secret' })
  expect(code).not.toBe(0)
  expect(output).toContain(words)
})

it('requires the secret key to store credentials', async () => {
  const { code, output } = await run(
    'carrier add late --kind smpp --host h --port 1 --system-id x --password-stdin',
    { input: 'secret', without: 'PARLEY_SECRET_KEY' },
  )
  expect(code).not.toBe(0)
  expect(output).toContain('PARLEY_SECRET_KEY is required')
})

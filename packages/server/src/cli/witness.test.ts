import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parsePolicy } from '@parley/evidence'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listening, parley } from '../../test/processes/process.ts'
import { runCommand } from '../../test/processes/run-command.ts'
import { SampleLog } from '../../test/witness/sample-log.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-witness-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Without any setting: a witness needs no database and no secret. */
const witness = (...args: string[]) => runCommand(['witness', ...args], {})

it('a firm sets up and runs a witness with three commands', async () => {
  const directory = join(folder, 'first')
  const log = new SampleLog().grow(20)
  const published = await log.publish()
  const created = await witness('init', '--directory', directory, '--name', 'witness.example')
  expect(created.code).toBe(0)
  const lines = created.output.match(/^ {2}witness .*$/gm) ?? []
  const policy = parsePolicy(Buffer.from(`${lines.join('\n')}\nquorum witness.example\n`))
  expect(policy.witnesses.map(({ key }) => key.name)).toEqual(['witness.example', 'witness.example/audit'])

  const about = ['--origin', log.origin, '--key', log.vkey, '--url', published.url]
  const added = await witness('add-log', '--directory', directory, ...about)
  expect(added).toEqual({ code: 0, output: `Log added: ${log.origin}\n` })

  const run = parley(['witness', 'run', '--directory', directory, '--port', '0', '--audit'])
  const address = await listening(run)
  for (const prefix of ['', '/audit']) {
    const body = await log.request(0)
    expect((await fetch(`${address}${prefix}/add-checkpoint`, { method: 'POST', body })).status).toBe(200)
  }
  const second = parley(['witness', 'run', '--directory', directory, '--port', '0'])
  expect(await second.exited()).toBe(1)
  expect(second.output()).toContain('Another process uses')
  run.child.kill('SIGTERM')
  expect(await run.exited()).toBe(0)
  await published.close()

  const shown = await witness('show', '--directory', directory, '--format', 'json')
  expect(JSON.parse(shown.output)).toMatchObject({
    logs: [{ origin: log.origin, cosigned: 20, audited: 20 }],
  })
})

it('a witness that is killed at any moment knows every checkpoint that it cosigned', async () => {
  const directory = join(folder, 'killed')
  const log = new SampleLog().grow(400)
  await witness('init', '--directory', directory, '--name', 'witness.example')
  await witness('add-log', '--directory', directory, '--origin', log.origin, '--key', log.vkey)
  let cosigned = 0
  for (const count of [0, 1, 5, 20]) {
    // The lock ends with its process, however that ends.
    const run = parley(['witness', 'run', '--directory', directory, '--port', '0'])
    const address = await listening(run)
    const killed = cosigned + count
    const kill = (size: number): void =>
      void (size === killed && setImmediate(() => run.child.kill('SIGKILL')))
    cosigned = Math.max(cosigned, await growUntilItFails(address, log, cosigned, kill))
    await run.exited()
    const shown = await witness('show', '--directory', directory, '--format', 'json')
    const { logs } = JSON.parse(shown.output) as { logs: { cosigned: number | null }[] }
    expect(logs[0]?.cosigned ?? 0).toBeGreaterThanOrEqual(cosigned)
    cosigned = logs[0]?.cosigned ?? 0
  }
  expect(cosigned).toBeGreaterThan(0)
})

/** The size of the last checkpoint that was cosigned. Reports each size when its request begins. */
async function growUntilItFails(
  address: string,
  log: SampleLog,
  start: number,
  begin: (size: number) => void,
): Promise<number> {
  for (let size = start; size < log.size; size += 1) {
    begin(size)
    const body = await log.request(size, size + 1)
    const status = await fetch(`${address}/add-checkpoint`, { method: 'POST', body }).then(
      response => response.status,
      () => 0,
    )
    if (status !== 200) return size
  }
  return log.size
}

it('mistakes are explained', async () => {
  const directory = join(folder, 'mistakes')
  const log = new SampleLog()
  const add = (...args: string[]) => witness('add-log', '--directory', directory, ...args)
  expect(await add('--origin', log.origin, '--key', log.vkey)).toMatchObject({
    code: 1,
    output: expect.stringContaining('parley witness init'),
  })
  expect(await witness('init', '--directory', directory, '--name', 'two words')).toMatchObject({ code: 2 })
  expect((await witness('init', '--directory', directory, '--name', 'witness.example')).code).toBe(0)
  expect(await witness('init', '--directory', directory, '--name', 'witness.example')).toMatchObject({
    code: 1,
    output: expect.stringContaining('already has a witness'),
  })
  expect(await add('--origin', log.origin, '--key', 'nonsense')).toMatchObject({ code: 2 })
  expect(await add('--origin', log.origin, '--key', log.vkey, '--url', 'ftp://x')).toMatchObject({ code: 2 })
  expect((await add('--origin', log.origin, '--key', log.vkey)).code).toBe(0)
  expect(await add('--origin', log.origin, '--key', log.vkey)).toMatchObject({
    code: 1,
    output: expect.stringContaining('already knows'),
  })
  expect((await stat(join(directory, 'witness.key'))).mode & 0o777).toBe(0o600)
})

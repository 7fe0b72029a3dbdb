// The commands for contacts.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { expectExactBooks, readJournal } from '../../test/database/address-book-audit.ts'
import { useTestDatabase } from '../../test/database/database.ts'
import { createAdvisor, type TestAdvisor } from '../../test/people/people.ts'
import { parley } from '../../test/processes/process.ts'
import { type Ended, runCommand } from '../../test/processes/run-command.ts'

const { database, url } = await useTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'parley-contacts-'))
afterAll(() => rm(folder, { recursive: true }))

const start = (args: readonly string[], variables = {}) =>
  parley(['contacts', ...args], { DATABASE_URL: url, ...variables }, { cwd: folder })

const run = (...args: string[]): Promise<Ended> =>
  runCommand(['contacts', ...args], { DATABASE_URL: url }, { cwd: folder })

const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)

async function countContacts({ id }: TestAdvisor): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select count(*) from contact where advisor_id = $1',
    [id],
  )
  return rows[0]?.count ?? 0
}

/** Phone and e-mail of each contact, in the order of the file. */
async function storedKeys({ id }: TestAdvisor): Promise<string[]> {
  const { rows } = await database.query<{ key: string }>(
    `select phone || ' ' || email_address as key from contact where advisor_id = $1 order by id`,
    [id],
  )
  return rows.map(({ key }) => key)
}

const keyOf = (index: number): readonly [phone: string, email: string] => [
  `+1202${5_000_000 + index}`,
  `n${index}@mail.test`,
]
async function writeLines(name: string, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => `N${index},${keyOf(index).join(',')},"a, b"\n`)
  await write(name, `First Name,Mobile Phone,E-mail,Notes\n${lines.join('')}`)
}
const keysOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => keyOf(index).join(' '))

// Every step starts a process, which is slow on a busy machine.
const timeout = 60_000

describe('parley contacts import', { timeout }, () => {
  it('reports each invalid line, imports the rest, and exits with 1', async () => {
    const advisor = await createAdvisor(database)
    await write('some.csv', 'First Name,Phone,Fax\nAnn,(555) 123-4567,1\nBea,+12025550123,\n,,12\n')
    const told = [
      'Skipped columns: "Fax"',
      '',
      'line 2, Ann: Couldn’t read the phone number "(555) 123-4567" (imported without it)',
      'line 4: No name, number or email in this row',
      '',
    ]
    expect(await run('import', 'some.csv', '--advisor', advisor.identifier, '--dry-run')).toEqual({
      code: 1,
      output: [
        ...told,
        `Checked some.csv for ${advisor.identifier}. Nothing was changed.`,
        '',
        '  Valid            2',
        '  Without a value  1',
        '  Invalid          1',
        '',
      ].join('\n'),
    })
    expect(await countContacts(advisor)).toBe(0)
    const imported = await run('import', 'some.csv', '--advisor', `${advisor.identifier}@example.com`)
    expect(imported).toEqual({
      code: 1,
      output: [
        ...told,
        `Imported some.csv for ${advisor.identifier}.`,
        '',
        '  Created        2',
        '  Already there  0',
        '  Invalid        1',
        '',
      ].join('\n'),
    })
    const { code, output } = await run(
      'import',
      'some.csv',
      '--advisor',
      advisor.identifier,
      '--format',
      'json',
    )
    expect({ code, report: JSON.parse(output) as object }).toMatchObject({
      code: 1,
      report: { outcome: 'known', created: 2, refused: 1, unusedColumns: ['Fax'], notes: [] },
    })
    expect(await countContacts(advisor)).toBe(2)
    const actors = (await readJournal(database, advisor.id)).map(({ actor }) => actor)
    expect(actors).toEqual(Array.from({ length: 2 }, () => ({ kind: 'operator', name: userInfo().username })))
  })

  it('accepts columns, separator, group and operator as options', async () => {
    const advisor = await createAdvisor(database)
    await database.query(`insert into contact_group (advisor_id, name, source) values ($1, 'Golf', 0)`, [
      advisor.id,
    ])
    await database.query('insert into address_book values ($1, 0, 1)', [advisor.id])
    await write('odd.csv', 'Wer,wo;Handy\nAnn,Dayton;+12025550123\n')
    const args = [
      'import',
      'odd.csv',
      '--advisor',
      advisor.identifier,
      '--separator',
      'semicolon',
      '--group',
      'golf',
    ]
    const { code, output } = await run(
      ...args,
      '--map',
      'Wer,wo=firstName',
      '--map',
      'handy=phone',
      '--operator',
      'dana',
    )
    expect(output).toMatch(/ {2}Created +1\n/)
    expect(code).toBe(0)
    const entries = await readJournal(database, advisor.id)
    expect(entries.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['contact.created', { kind: 'operator', name: 'dana' }],
      ['contact.groups_replaced', { kind: 'operator', name: 'dana' }],
    ])
    await expectExactBooks(database)
  })

  it.each([
    [1, ['nowhere.csv'], 'There is no file nowhere.csv.\n'],
    [1, ['none.csv', '--advisor', 'nobody'], 'There is no advisor nobody.\n'],
    [1, ['none.csv', '--group', 'Nobody'], 'The advisor has no group Nobody.\n'],
    [2, ['none.csv'], /^No column is one of firstName.* The first line names "Town", "x"\./],
    [
      2,
      ['book.csv'],
      'book.csv cannot be read as CSV: it is an Excel workbook (.xlsx). In Excel, choose File, Save As, and the type "CSV UTF-8", then import that file. Nothing was done.\n',
    ],
    [2, ['none.csv', '--map', 'phone'], /Use the form "Column title=fieldName"/],
    [2, ['none.csv', '--separator', 'dot'], /Allowed choices are comma, semicolon, tab/],
  ])('exits with %i after a failure and prints one sentence: %j', async (code, args, output) => {
    const { identifier } = await createAdvisor(database)
    await write('none.csv', 'Town,x\nDayton,1\n')
    await writeFile(join(folder, 'book.csv'), Buffer.from('PK\x03\x04...'))
    const failed = await run('import', '--advisor', identifier, ...args)
    if (typeof output === 'string') expect(failed.output).toBe(output)
    else expect(failed.output).toMatch(output)
    expect(failed.code).toBe(code)
    expect(failed.output).not.toContain('    at ')
  })

  // From the second run on it is killed at a random point after its first batch.
  it('resumes after kill -9 at any moment: every line is imported exactly once', {
    timeout: 480_000,
  }, async () => {
    const advisor = await createAdvisor(database)
    const bystander = await createAdvisor(database)
    await writeLines('killed.csv', 8_000)
    const args = ['import', 'killed.csv', '--advisor', advisor.identifier]
    let kills = 0
    let before = 0
    while (kills < 5) {
      const command = start(args)
      const exit = command.exited()
      while ((await countContacts(advisor)) === before && command.child.exitCode === null) await pause(5)
      await pause(Math.random() * 120)
      command.child.kill('SIGKILL')
      if ((await exit) !== null) break // It finished before the kill.
      kills += 1
      before = await countContacts(advisor)
      expect(before % 500).toBe(0)
    }
    expect(kills).toBeGreaterThanOrEqual(2)
    const { code, output } = await run(...args)
    expect(output).toMatch(
      /An earlier import stopped after line \d+; this one continued there\.|was already imported/,
    )
    expect(output).toMatch(/ {2}Created +8000\n/)
    expect(code).toBe(0)
    expect(await storedKeys(advisor)).toEqual(keysOf(8_000))
    const created = (await readJournal(database, advisor.id)).map(({ subject }) => subject.id)
    expect(new Set(created).size).toBe(8_000)
    expect(created).toHaveLength(8_000)
    expect(await countContacts(bystander)).toBe(0)
    await expectExactBooks(database)
  })

  // Nineteen of twenty lines are invalid, so that it takes only seconds: they are processed alike but not stored.
  it('needs no more memory for 200,000 lines than for 20,000', { timeout: 5 * timeout }, async () => {
    const NODE_OPTIONS = `--import ${new URL('../../test/processes/measure-heap.ts', import.meta.url).href}`
    const measure = async (count: number) => {
      const advisor = await createAdvisor(database)
      const lines = Array.from({ length: count }, (_, index) =>
        index % 20 === 0 ? `N${index},\n` : `,${index}\n`,
      )
      await write('many.csv', `First Name,Phone\n${lines.join('')}`)
      const args = ['import', 'many.csv', '--advisor', advisor.identifier, '--format', 'json']
      const command = start(args, { NODE_OPTIONS })
      expect(await command.exited(), command.output()).toBe(1)
      expect(await countContacts(advisor)).toBe(count / 20)
      return Number(/held (\d+) bytes/.exec(command.output())?.[1])
    }
    const ofFew = await measure(20_000)
    const ofMany = await measure(200_000)
    process.stdout.write(`held of 20,000 lines ${ofFew} bytes, of 200,000 ${ofMany}\n`)
    // Measured: under 1 MB, and 26 MB with an array of all lines.
    expect(ofMany - ofFew).toBeLessThan(10_000_000)
  })
})

describe('parley contacts export', { timeout }, () => {
  it('writes a new file that only its user can read and an import accepts', async () => {
    const [advisor, other] = [await createAdvisor(database), await createAdvisor(database)]
    await writeLines('in.csv', 1_200)
    await run('import', 'in.csv', '--advisor', advisor.identifier)
    const args = ['export', '--advisor', advisor.identifier, '--output', 'out.csv', '--operator', 'dana']
    expect(await run(...args)).toEqual({
      code: 0,
      output: `Exported 1,200 contacts of ${advisor.identifier} to out.csv.\n`,
    })
    expect((await stat(join(folder, 'out.csv'))).mode & 0o777).toBe(0o600)
    expect(await run(...args)).toEqual({
      code: 1,
      output: 'File out.csv already exists. Nothing was written.\n',
    })
    expect((await run('import', 'out.csv', '--advisor', other.identifier)).code).toBe(0)
    expect(await storedKeys(other)).toEqual(keysOf(1_200))
    const exports = (await readJournal(database, advisor.id)).filter(
      ({ kind }) => kind === 'contacts.exported',
    )
    expect(exports).toEqual([
      expect.objectContaining({
        actor: { kind: 'operator', name: 'dana' },
        facts: { format: 'csv', contacts: 1_200 },
      }),
    ])
  })

  it('writes only JSON lines to standard output', async () => {
    const advisor = await createAdvisor(database)
    await writeLines('three.csv', 3)
    await run('import', 'three.csv', '--advisor', advisor.identifier)
    const command = start(['export', '--advisor', advisor.identifier, '--as', 'jsonl'])
    let printed = ''
    command.child.stdout?.on('data', chunk => (printed += chunk))
    expect(await command.exited()).toBe(0)
    const names = printed
      .trimEnd()
      .split('\n')
      .map(line => (JSON.parse(line) as { firstName: string }).firstName)
    expect(names).toEqual(['N0', 'N1', 'N2'])
  })

  it('leaves no partial file behind', async () => {
    expect((await run('export', '--advisor', 'nobody', '--output', 'half.csv')).code).toBe(1)
    await expect(readFile(join(folder, 'half.csv'))).rejects.toThrow('ENOENT')
    const advisor = await createAdvisor(database)
    expect(await run('export', '--advisor', advisor.identifier, '--output', 'no/where.csv')).toEqual({
      code: 1,
      output: 'no/where.csv cannot be written: ENOENT.\n',
    })
    expect(await readJournal(database, advisor.id)).toEqual([])
  })
})

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

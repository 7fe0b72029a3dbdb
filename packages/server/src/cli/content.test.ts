// The commands of the content library.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../test/database/database.ts'
import { type Ended, runCommand } from '../../test/processes/run-command.ts'

const { url } = await useTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'parley-content-'))
await writeFile(join(folder, 'broken.xml'), '<rss><channel>')
afterAll(() => rm(folder, { recursive: true }))

const run = (...args: string[]): Promise<Ended> => runCommand(args, { DATABASE_URL: url }, { cwd: folder })

describe('the commands of the content library', () => {
  it('import a file repeatedly, for everyone or a firm, and list the library', async () => {
    await run('firm', 'add', 'Harbor Wealth')
    await writeFile(
      join(folder, 'library.csv'),
      'title,url,type,published\nTaxes,https://a.example/1,Print,2026-03-09\nEstate,https://a.example/2,Emails,2026-01-02\n',
    )
    const imported = (added: number, unchanged: number, audience: string): string =>
      `Imported library.csv for ${audience}.\n\n  Added      ${added}\n  Changed    0\n  Unchanged  ${unchanged}\n  Refused    0\n`
    expect(await run('content', 'import', 'library.csv')).toEqual({
      code: 0,
      output: imported(2, 0, 'everyone'),
    })
    expect(await run('content', 'import', 'library.csv')).toEqual({
      code: 0,
      output: imported(0, 2, 'everyone'),
    })
    expect(await run('content', 'import', 'library.csv', '--firm', 'harbor wealth')).toEqual({
      code: 0,
      output: imported(2, 0, 'Harbor Wealth'),
    })
    const { code, output } = await run('content', 'list', '--type', 'Print')
    expect(code).toBe(0)
    expect(output).toMatch(
      /^ID +PUBLISHED +TYPE +FOR +TITLE\n\d+ +2026-03-09 +Print +Harbor Wealth \(1\) +Taxes\n\d+ +2026-03-09 +Print +everyone +Taxes\n\n2 of 2\n$/,
    )
    const listed = await run('content', 'list', '--shared', '--limit', '1', '--format', 'json')
    expect(JSON.parse(listed.output)).toMatchObject({ total: 2, items: [{ title: 'Taxes', firm: null }] })
  })

  it('report refused items, and exit with 1', async () => {
    await writeFile(
      join(folder, 'some.json'),
      '[{"url":"https://a.example/3"},{"title":"A","url":"https://a.example/4"}]',
    )
    const { code, output } = await run('content', 'import', 'some.json', '--type', 'Print')
    expect(code).toBe(1)
    expect(output).toContain('  Added      1\n')
    expect(output).toContain('\nRefused:\n  item 1 has no title\n')
    for (const escape of ['\u001b', '\r']) expect(output).not.toContain(escape)
  })

  it.each([
    [1, ['import', 'nowhere.csv'], 'There is no file nowhere.csv.\n'],
    [1, ['import', 'broken.xml', '--firm', 'Nobody'], 'There is no firm Nobody.\n'],
    [2, ['import', 'broken.xml'], /^broken\.xml cannot be read as RSS 2\.0: line 1: .*\.\n$/],
    [2, ['list', '--shared', '--firm', '1'], 'Use --firm or --shared, not both.\n'],
    [2, ['list', '--limit', '0'], /whole number/],
    [2, ['import', 'library.csv', '--from', 'pdf'], /Allowed choices are csv, json, rss, atom/],
  ])('exit with %i after a failure and print one sentence: %j', async (code, args, output) => {
    const failed = await run('content', ...args)
    if (typeof output === 'string') expect(failed.output).toBe(output)
    else expect(failed.output).toMatch(output)
    expect(failed.code).toBe(code)
    expect(failed.output).not.toContain('    at ')
  })
})

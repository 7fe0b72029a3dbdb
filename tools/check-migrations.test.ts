import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

async function check(files: Record<string, string>): Promise<{ passes: boolean; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'concurrently'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/check-migrations.ts', folder], {
    encoding: 'utf8',
  })
  return { passes: status === 0, output: stdout + stderr }
}

it.each([
  [
    'an index that blocks writers',
    'create index contact_by_city on contact (advisor_id, city);',
    'concurrent-index',
  ],
  [
    'a constraint that reads the whole table',
    'alter table contact add constraint short check (length(city) < 99);',
    'constraint-missing-not-valid',
  ],
  ['a changed type', 'alter table contact alter column city type varchar(99);', 'changing-column-type'],
  [
    'a renamed column, which the last release still reads',
    'alter table contact rename column city to town;',
    'renaming-column',
  ],
])('%s is refused', async (_, sql, rule) => {
  const { passes, output } = await check({ '0051-change.sql': sql })
  expect(output).toContain(rule)
  expect(passes).toBe(false)
})

it('what keeps nobody waiting is accepted', async () => {
  const added = { '0051-change.sql': 'alter table contact add column nickname text;' }
  const built = 'create index concurrently contact_by_city on contact (advisor_id, city);'
  expect(await check({ ...added, 'concurrently/contact_by_city.sql': built })).toMatchObject({ passes: true })
})

it.each([
  ['another name', 'create index concurrently another on contact (city);'],
  ['two statements', 'create index concurrently contact_by_city on contact (city); select 1;'],
  ['a build that blocks writers', 'create index contact_by_city on contact (city);'],
])('an index file with %s is refused', async (_, sql) => {
  expect(await check({ 'concurrently/contact_by_city.sql': sql })).toMatchObject({ passes: false })
})

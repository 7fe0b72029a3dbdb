// The operator's commands for people, their roles and assistants.
import { expect, it } from 'vitest'
import { useTestDatabase } from '../../test/database/database.ts'
import { type Ended, runCommand } from '../../test/processes/run-command.ts'

const { url } = await useTestDatabase()
const run = (args: readonly string[], input?: string): Promise<Ended> =>
  runCommand(args, { DATABASE_URL: url }, { input })

it('people are added, get roles and advisors, lose them, and are listed with the advisors', async () => {
  const firms = ['Harbor Wealth', 'Northwind']
  for (const firm of firms) await run(['firm', 'add', firm])
  for (const [identifier = '', firm = ''] of [
    ['avery', 'Harbor Wealth'],
    ['blake', 'Northwind'],
  ]) {
    const email = `${identifier}@example.com`
    const flags = [
      '--name',
      identifier,
      '--email',
      email,
      '--time-zone',
      'UTC',
      '--firm',
      firm,
      '--no-password',
    ]
    expect(await run(['advisor', 'add', identifier, ...flags])).toMatchObject({ code: 0 })
  }
  const kim = 'kim@example.com'
  const flags = ['--name', 'Kim Lee', '--firm', 'Harbor Wealth', '--role', 'assistant', 'auditor']
  const added = await run(
    ['person', 'add', kim, ...flags, '--password-stdin'],
    'correct horse battery staple\n',
  )
  expect(added).toMatchObject({
    code: 0,
    output: expect.stringContaining('Added kim@example.com.') as string,
  })
  expect(await run(['person', 'assist', kim, 'avery'])).toMatchObject({ code: 0 })
  expect(await run(['person', 'role', 'remove', kim, 'auditor'])).toMatchObject({ code: 0 })
  const { output } = await run(['person', 'list', '--firm', 'Harbor Wealth', '--format', 'json'])
  expect(JSON.parse(output)).toMatchObject([
    { email: 'avery@example.com', roles: ['advisor'], identifier: 'avery' },
    { email: kim, roles: ['assistant'], assists: ['avery'], hasPassword: true, active: true },
  ])

  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [['assist', kim, 'blake'], /same firm/],
    [['assist', 'avery', 'avery'], /act for themselves/],
    [['assist', kim, 'avery'], /already acts for avery/],
    [['role', 'add', kim, 'assistant'], /already has the role/],
    [['deactivate', 'nobody@example.com'], /There is no person/],
    [
      [
        'add',
        'AVERY@example.com',
        '--name',
        'A',
        '--firm',
        'Northwind',
        '--role',
        'auditor',
        '--no-password',
      ],
      /belongs to another person/,
    ],
  ]
  for (const [args, words] of refused) {
    const answer = await run(['person', ...args])
    expect(answer.code, args.join(' ')).not.toBe(0)
    expect(answer.output).toMatch(words)
  }
  expect(await run(['person', 'assist', kim, 'avery', '--remove'])).toMatchObject({ code: 0 })
  // An advisor is a person: the same act as advisor disable.
  expect(await run(['person', 'deactivate', 'avery'])).toMatchObject({ code: 0 })
  expect((await run(['advisor', 'show', 'avery'])).output).toContain('disabled')
})

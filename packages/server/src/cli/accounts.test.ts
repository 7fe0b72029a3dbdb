// The operator's commands for firms, advisors, numbers, applications and keys.
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../test/database/database.ts'
import { readEveryRow } from '../../test/database/read-every-row.ts'
import { type Ended, runCommand } from '../../test/processes/run-command.ts'

const { url } = await useTestDatabase()

function run(args: string, input?: string): Promise<Ended> {
  const words = [...args.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
  return runCommand(words, { DATABASE_URL: url }, { input })
}

async function json<Value>(args: string, input?: string): Promise<Value> {
  const { code, output } = await run(`${args} --format json`, input)
  expect({ code, output }).toMatchObject({ code: 0 })
  return JSON.parse(output) as Value
}

describe('the commands for accounts', () => {
  const password = 'correct horse battery staple'
  const secrets: string[] = [password]

  it('add what a partner needs, and print a secret once', async () => {
    expect(await run('firm add "Harbor Wealth"')).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^Added firm Harbor Wealth\.\n\n {2}Id +1\n {2}Name +Harbor Wealth\n/,
      ) as string,
    })
    const [advisor, { output }] = await Promise.all([
      json<Record<string, unknown>>(
        'advisor add avery --name "Avery Quinn" --email avery@harbor.example --time-zone America/New_York --firm "harbor wealth" --password-stdin',
        `${password}\n`,
      ),
      run(
        'app add "Northwind CRM" --redirect-uri https://crm.example.com/back --scope "openid offline_access" --scope text.messaging.write',
      ),
    ])
    expect(advisor).toMatchObject({
      identifier: 'avery',
      hasPassword: true,
      firm: { name: 'Harbor Wealth' },
    })
    const [clientId = '', clientSecret = '', apiKey = ''] = ['Client id', 'Client secret', 'API key'].map(
      label => new RegExp(`^ {2}${label} +(\\S+)$`, 'm').exec(output)?.[1] ?? '',
    )
    expect(clientId).toMatch(/^app_/)
    expect(output).toContain('shown only once')
    expect(output.split(clientSecret)).toHaveLength(2)

    const [number, rotated, key] = await Promise.all([
      run('number add +12025550123 --advisor avery'),
      json<{ clientSecret: string }>(`app rotate-secret ${clientId} --overlap 24h`),
      json<{ apiKey: string; usagePlan: unknown }>(`key add --app ${clientId} --daily-quota none`),
    ])
    expect(number).toMatchObject({ code: 0 })
    expect(key.usagePlan).toEqual({ ratePerSecond: 10, burst: 50, dailyQuota: null })
    secrets.push(clientSecret, apiKey, rotated.clientSecret, key.apiKey)

    const shown = await run(`app show ${clientId}`)
    expect(shown.output).toMatch(/ {2}Secrets +issued .*\n +issued .*, accepted until /)
    for (const secret of secrets) expect(shown.output).not.toContain(secret)
  })

  it('leave nothing in the database that gives access', async () => {
    const rows = await readEveryRow(url)
    expect(rows).toContain('avery@harbor.example')
    expect(secrets.filter(secret => secret !== '')).toHaveLength(5)
    for (const secret of secrets) {
      expect(rows).not.toContain(secret)
      expect(rows).not.toContain(secret.slice(-24))
      expect(rows).not.toContain(Buffer.from(secret).toString('hex'))
      expect(rows).not.toContain(Buffer.from(secret).toString('base64').replaceAll('=', ''))
    }
  })

  it('refuse a common password', async () => {
    const set = await run('advisor set avery --password-stdin', 'passwordpassword\n')
    expect(set).toMatchObject({ code: 2, output: expect.stringContaining('attackers try first') as string })
    const add = await run(
      'advisor add blake --name Blake --email blake@harbor.example --time-zone UTC --firm 1 --password-stdin',
      'passwordpassword\n',
    )
    expect(add.code).toBe(2)
  })

  it('print plain columns', async () => {
    const { output } = await run('advisor list')
    expect(output).toBe(
      [
        'IDENTIFIER  NAME         E-MAIL                TIME ZONE         FIRM               STATUS',
        'avery       Avery Quinn  avery@harbor.example  America/New_York  Harbor Wealth (1)  active',
        '',
      ].join('\n'),
    )
  })

  it.concurrent.each([
    [1, 'firm show Nobody', 'There is no firm Nobody.\n'],
    [
      1,
      'advisor add blake --name Blake --email AVERY@harbor.example --time-zone UTC --firm 1 --no-password',
      'The e-mail address AVERY@harbor.example belongs to another advisor.\n',
    ],
    [
      2,
      'app add CRM --redirect-uri http://crm.example.com/ --scope openid',
      /^The redirect URI .* must start with https:\/\/\.\n$/,
    ],
    [2, 'advisor set avery --password', 'No terminal to prompt for the password. Use --password-stdin.\n'],
    [2, 'key revoke', /missing required argument/],
  ])('exit with %i after a failure and print one sentence: %s', async (code, args, output) => {
    const failed = await run(args)
    expect(failed.code).toBe(code)
    if (typeof output === 'string') expect(failed.output).toBe(output)
    else expect(failed.output).toMatch(output)
    expect(failed.output).not.toContain('    at ')
  })
})

// parley keys.
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { useTestDatabase } from '../../test/database/database.ts'
import { runCommand } from '../../test/processes/run-command.ts'
import { listSigningKeys } from '../identity/index.ts'

const { database, url } = await useTestDatabase()

const variables = { DATABASE_URL: url, PARLEY_SECRET_KEY: randomBytes(32).toString('base64') }

async function run(args: readonly string[], given: Record<string, string> = variables): Promise<string> {
  const { code, output } = await runCommand(['keys', ...args], given)
  return `${code} ${output}`
}

it('rotates and lists signing keys', async () => {
  expect(await run(['list'])).toMatch(/^0 No keys yet/)
  expect(await run(['rotate'])).toMatch(/^0 Created key [\w-]{43}\. .* within a minute/)
  const rotated = JSON.parse((await run(['rotate', '--now', '--format', 'json'])).slice(2)) as {
    kid: string
    retired: string[]
  }
  expect(await listSigningKeys(database, 'sandbox')).toMatchObject([
    { kid: rotated.retired[0], state: 'verifies' },
    { kid: rotated.kid, retiredAt: null, state: 'signs' },
  ])
  const listed = await run(['list'])
  expect(listed).toMatch(new RegExp(`${rotated.kid} +\\S+ \\S+ UTC +- +signs`))
  await run(['rotate'])
  expect((await listSigningKeys(database, 'sandbox')).map(({ state }) => state)).toEqual([
    'verifies',
    'signs',
    'next',
  ])
})

it('says what is missing', async () => {
  expect(await run(['rotate'], { DATABASE_URL: url })).toMatch(/^1 .*PARLEY_SECRET_KEY is required/s)
  expect(await run(['turn'])).toMatch(/^2 /)
})

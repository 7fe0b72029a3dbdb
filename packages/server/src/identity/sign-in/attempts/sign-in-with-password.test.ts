import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../../test/database/database.ts'
import {
  type Answer,
  addPartner,
  addPerson,
  authorizationPath,
  createSignInServer,
  FormBrowser,
  password,
  type SignInServer,
} from '../../../../test/servers/sign-in-server.ts'

const { database } = await useTestDatabase()
const lines: string[] = []
let server: SignInServer
let partner: Awaited<ReturnType<typeof addPartner>>
let advisor: Awaited<ReturnType<typeof addPerson>>

beforeAll(async () => {
  server = await createSignInServer({ database, logTo: { write: line => void lines.push(line) } })
  partner = await addPartner(database)
  advisor = await addPerson(database)
})
afterAll(() => server.app.close())
beforeEach(async () => {
  await database.query('delete from sign_in_failure')
})

const begin = async () => {
  const browser = new FormBrowser(server)
  return { browser, page: await browser.open(authorizationPath(partner)) }
}

/** The page without the parts that differ between interactions. */
const textOf = ({ body, path }: Answer): string =>
  body.replaceAll(path.split('/')[3] ?? '', 'UID').replace(/(value|token)="[^"]*"/g, '')

describe('422', () => {
  const attempt = async (email: string, given: string) => {
    const { browser, page } = await begin()
    return browser.submit(page, 'sign-in', { email, password: given })
  }

  it('refuses everybody who may not sign in, with the same message', async () => {
    const people = {
      disabled: await addPerson(database),
      ofDisabledFirm: await addPerson(database),
      withoutPassword: await addPerson(database, { password: undefined }),
    }
    await database.query('update advisor set active = false where id = $1', [people.disabled.id])
    await database.query('update firm set active = false where id = $1', [people.ofDisabledFirm.firmId])
    const answers = [
      await attempt(advisor.email, 'wrong'),
      await attempt('nobody@northwind.example', password),
      await attempt(people.disabled.email, password),
      await attempt(people.ofDisabledFirm.email, password),
      await attempt(people.withoutPassword.email, password),
      await attempt(people.withoutPassword.email, 'null'),
      await attempt(`${'x'.repeat(5_000)}@northwind.example`, password),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422))
    expect(new Set(answers.map(textOf)).size).toBe(1)
    expect(answers[0]?.body).toContain('Wrong email or password.')
    expect(answers[0]?.body).toContain(`value="${advisor.email}"`)
  })

  it('takes as long for an account that does not exist', async () => {
    const time = async (email: string): Promise<number> => {
      const { browser, page } = await begin()
      const start = performance.now()
      await browser.submit(page, 'sign-in', { email, password: 'wrong' })
      return performance.now() - start
    }
    // Alternately, so that both see the same machine load.
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let run = 0; run < 5; run += 1) {
      known.push(await time(advisor.email))
      unknown.push(await time(`nobody-${run}@northwind.example`))
    }
    const ratio = Math.min(...unknown) / Math.min(...known)
    expect(ratio).toBeGreaterThan(0.4)
    expect(ratio).toBeLessThan(2.5)
  })

  it.each([
    ['e-mail', { email: ' ', password }],
    ['password', { email: 'avery@northwind.example', password: '' }],
  ])('asks for a missing %s, and counts no attempt', async (_, fields) => {
    const { browser, page } = await begin()
    const answer = await browser.submit(page, 'sign-in', fields)
    expect(answer.status).toBe(422)
    expect(answer.body).toContain('Enter your email and password.')
    expect((await database.query('select from sign_in_failure')).rowCount).toBe(0)
  })
})

describe('the log', () => {
  it('records a sign-in without e-mail or password', () => {
    const all = lines.join('')
    expect(all).toContain('"msg":"sign-in"')
    expect(all).toContain('"outcome":"refused"')
    expect(all).not.toContain('northwind.example')
    expect(all).not.toContain(password)
  })
})

it('has each attempt with its network and account, never the input', async () => {
  lines.length = 0
  for (const email of [advisor.email, 'nobody@northwind.example']) {
    const browser = new FormBrowser(server, '198.51.100.23')
    const page = await browser.open(authorizationPath(partner))
    await browser.submit(page, 'sign-in', { email, password: 'typed by mistake' })
  }
  const logged = lines.map(line => JSON.parse(line) as Record<string, unknown>)
  const attempts = logged.filter(({ msg }) => msg === 'sign-in')
  const common = { method: 'password', outcome: 'refused', network: '198.51.100.0/24' }
  expect(attempts).toMatchObject([{ ...common, personId: advisor.id }, common])
  expect(attempts[1]).not.toHaveProperty('personId')
  expect(lines.join('')).not.toMatch(/northwind\.example|typed by mistake|198\.51\.100\.23/)
})

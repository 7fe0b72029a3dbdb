import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import {
  type Answer,
  addPartner,
  addPerson,
  authorizationPath,
  createSignInServer,
  FormBrowser,
  password,
  type SignInServer,
} from '../../../test/sign-in-server.ts'

const { database, drop } = await createTestDatabase()
const lines: string[] = []
let server: SignInServer
let partner: Awaited<ReturnType<typeof addPartner>>
let advisor: Awaited<ReturnType<typeof addPerson>>

beforeAll(async () => {
  server = await createSignInServer({ database, logTo: { write: line => void lines.push(line) } })
  partner = await addPartner(database)
  advisor = await addPerson(database)
})
afterAll(async () => {
  await server.app.close()
  await drop()
})
beforeEach(async () => {
  await database.query('delete from sign_in_failure')
})

const begin = async () => {
  const browser = new FormBrowser(server)
  return { browser, page: await browser.open(authorizationPath(partner)) }
}

/** Without what differs from one interaction to the next. */
const textOf = ({ body, path }: Answer): string =>
  body.replaceAll(path.split('/')[3] ?? '', 'UID').replace(/(value|token)="[^"]*"/g, '')

describe('422', () => {
  const attempt = async (email: string, given: string) => {
    const { browser, page } = await begin()
    return browser.submit(page, 'sign-in', { email, password: given })
  }

  it('refuses whoever may not come in, in the same words', async () => {
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
    expect(answers[0]?.body).toContain('The e-mail address or the password is not right.')
    expect(answers[0]?.body).toContain(`value="${advisor.email}"`)
  })

  it('takes as long for an account that does not exist', async () => {
    const time = async (email: string): Promise<number> => {
      const { browser, page } = await begin()
      const start = performance.now()
      await browser.submit(page, 'sign-in', { email, password: 'wrong' })
      return performance.now() - start
    }
    // In turn, so that both meet the same machine.
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
  ])('asks for the %s that is missing, and counts nothing', async (_, fields) => {
    const { browser, page } = await begin()
    const answer = await browser.submit(page, 'sign-in', fields)
    expect(answer.status).toBe(422)
    expect(answer.body).toContain('Enter your e-mail address and your password.')
    expect((await database.query('select from sign_in_failure')).rowCount).toBe(0)
  })
})

describe('the log', () => {
  it('tells that somebody signed in, and neither e-mail nor password', () => {
    const all = lines.join('')
    expect(all).toContain('"msg":"sign-in"')
    expect(all).toContain('"outcome":"refused"')
    expect(all).not.toContain('northwind.example')
    expect(all).not.toContain(password)
  })
})

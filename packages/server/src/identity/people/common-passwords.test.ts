import { describe, expect, it } from 'vitest'
import { commonPasswordMistake } from './common-password-mistake.ts'

const about = ['avery', 'Avery Quinn', 'avery@harbor.example', 'Harbor Wealth']
const refusal = (password: string): Promise<string | undefined> => commonPasswordMistake(password, about)

describe('refused', () => {
  it.each([
    'passwordpassword',
    'PasswordPassword',
    'P@ssw0rdP@ssw0rd',
    'password1234',
    'Password!2026',
    'iloveyouiloveyou',
    'letmeinletmein1',
    'Welcome12345!',
    'Football2024!',
    'unbelievable1',
    'trustno1trustno1',
    'qwertyuiop123',
    'qwerty123456',
    '1q2w3e4r5t6y',
    'zaq12wsxcde3',
    '123456789012',
    '098765432109',
    '123123123123',
    'abcdefghijklmnop',
    'asdfghjklqwertyuiop',
    'aaaaaaaaaaaaaaaa',
    'ababababababab',
    'pass-word-pass-word',
  ])('%s, because it is common', async password => {
    expect(await refusal(password)).toMatch(/attackers try first/)
  })

  it.each(['averyquinn2026', 'Avery.Quinn-1', 'harborwealth123', 'Harbor-Wealth!'])(
    '%s, because it is the advisor’s own name',
    async password => {
      expect(await refusal(password)).toMatch(/your name/)
    },
  )
})

it.each([
  'correct horse battery staple',
  'another good password',
  'avery-in-the-sandbox',
  'monkey-7f3k9x2m1q',
  'TwoTurtlesEatTen',
  '8f2-a-93847561',
  'Übung macht den Meister',
  '四つの無関係な単語を選ぶこと',
])('%s is accepted', async password => {
  expect(await refusal(password)).toBeUndefined()
})

it('takes no longer for a password crafted to be slow', async () => {
  await refusal('loads the list')
  const began = process.cpuUsage()
  for (const unit of ['a', 'ab', 'p4$5w0rd', '1234567890', 'passwordmonkey', 'averyquinn']) {
    for (let turn = 0; turn < 20; turn += 1) await refusal(unit.repeat(1_024 / unit.length))
  }
  const { user } = process.cpuUsage(began)
  expect(user / 120 / 1_000).toBeLessThan(5)
})

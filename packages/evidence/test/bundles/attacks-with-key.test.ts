import { expect, it } from 'vitest'
import { expectFound } from './expect-found.ts'
import { keyAttacks } from './key-attacks.ts'

it.each(Object.entries(keyAttacks))('%s is found, and the entry is named', async (name, attack) => {
  expect.hasAssertions()
  await expectFound(name, attack)
})

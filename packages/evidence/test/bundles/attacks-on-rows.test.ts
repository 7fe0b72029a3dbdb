import { expect, it } from 'vitest'
import { databaseAttacks } from './database-attacks.ts'
import { expectFound } from './expect-found.ts'
import { judgeInput } from './judge.ts'
import { inputOf } from './seal-history.ts'
import { victims } from './victims.ts'

it('the bundles are honest before they are attacked', async () => {
  for (const { log } of victims) expect((await judgeInput(inputOf(log, 0))).exitCode).toBe(0)
})

it.each(Object.entries(databaseAttacks))('%s is found, and the entry is named', async (name, attack) => {
  expect.hasAssertions()
  await expectFound(name, attack)
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inConversations } from './in-conversations.ts'

const text = (from: string, number: number) => ({ from, number })

it('keeps the order of each person and does not let one wait for all others', async () => {
  const handled: string[] = []
  const texts = [
    text('slow', 1),
    text('slow', 2),
    ...Array.from({ length: 20 }, (_, at) => text(`p${at % 5}`, at)),
  ]
  await inConversations(texts, async ({ from, number }) => {
    await sleep(from === 'slow' ? 60 : 1)
    handled.push(`${from} ${number}`)
  })
  expect(handled).toHaveLength(22)
  for (const person of ['slow', 'p0', 'p1', 'p2', 'p3', 'p4']) {
    const numbers = handled
      .filter(entry => entry.startsWith(`${person} `))
      .map(entry => Number(entry.split(' ')[1]))
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  }
  expect(handled.at(-1)).toBe('slow 2')
})

it('handles at most four at once', async () => {
  let running = 0
  let most = 0
  await inConversations(
    Array.from({ length: 30 }, (_, at) => text(`p${at}`, at)),
    async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(2)
      running -= 1
    },
  )
  expect(most).toBe(4)
})

it('leaves out what follows a failure in the same conversation, finishes what was begun, and fails', async () => {
  const handled: string[] = []
  const texts = [text('a', 1), text('a', 2), text('b', 1), text('b', 2)]
  const done = inConversations(texts, async ({ from, number }) => {
    if (from === 'a' && number === 1) throw new Error('not now')
    handled.push(`${from} ${number}`)
  })
  await expect(done).rejects.toThrow('not now')
  expect(handled).toEqual(['b 1', 'b 2'])
})

it('begins no further conversation after a failure', async () => {
  let begun = 0
  const texts = Array.from({ length: 100 }, (_, at) => text(`p${at}`, at))
  const done = inConversations(texts, async () => {
    begun += 1
    await sleep(2)
    throw new Error('no database')
  })
  await expect(done).rejects.toThrow('no database')
  expect(begun).toBe(4)
})

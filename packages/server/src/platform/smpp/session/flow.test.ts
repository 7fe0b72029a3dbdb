import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createRoom, never, statusesOf, textTo, until } from '../../../../test/smpp/scripted-smsc.ts'

const room = createRoom()
afterEach(room.close)

describe('the window', () => {
  it.each([
    [1, 1],
    [10, 1],
    [3, 2],
  ])('of %i on each of %i binds is full and never exceeded', async (window, binds) => {
    const smsc = await room.start(async (_, time) => {
      await sleep(10)
      return { status: 0, messageId: String(time) }
    })
    const carrier = await room.bound(smsc.port, { window, binds })
    await until(() => carrier.state.bound === binds)
    expect(new Set(await statusesOf(carrier, 60))).toEqual(new Set(['accepted']))
    expect(smsc.open.most).toBe(window * binds)
  })

  it('admits nothing after the deadline', async () => {
    const smsc = await room.start(() => 'no answer')
    const carrier = await room.bound(smsc.port, { window: 2, timings: { answerTimeoutMs: 800 } })
    const answers = await statusesOf(carrier, 5, performance.now() + 300)
    expect(answers.toSorted()).toEqual(['unknown', 'unknown', 'unsent', 'unsent', 'unsent'])
    expect(smsc.messages).toHaveLength(2)
  })
})

describe('a response', () => {
  it('that is late leaves the text unknown and the link up', async () => {
    const smsc = await room.start((_, time) => (time === 1 ? 'no answer' : { status: 0, messageId: 'm' }))
    const carrier = await room.bound(smsc.port, { timings: { answerTimeoutMs: 400 } })
    expect(await statusesOf(carrier, 1)).toEqual(['unknown'])
    expect(carrier.troubles).toEqual([])
    expect(await statusesOf(carrier, 1)).toEqual(['accepted'])
  })

  it('that comes twice counts once', async () => {
    const smsc = await room.start((_, time) => ({ status: 0, messageId: `m${time}`, times: 2 }))
    const carrier = await room.bound(smsc.port)
    const answers = await carrier.submit([textTo(), textTo(), textTo()], never)
    expect(answers.map(answer => answer.status === 'accepted' && answer.carrierMessageId)).toEqual([
      'm1',
      'm2',
      'm3',
    ])
  })

  it('without an id cannot be matched by a receipt', async () => {
    const smsc = await room.start(() => ({ status: 0, messageId: '' }))
    expect(await statusesOf(await room.bound(smsc.port), 1)).toEqual(['unknown'])
  })

  it.each([
    [0x0b, { status: 'rejected', reason: 'invalid_recipient', permanent: true }],
    [0x01, { status: 'rejected', reason: 'content', permanent: true }],
    [0x66, { status: 'rejected', reason: 'blocked', permanent: true }],
    [0x08, { status: 'rejected', reason: 'other', permanent: false }],
    [0x45, { status: 'rejected', reason: 'other', permanent: false }],
    [0x0a, { status: 'rejected', reason: 'other', permanent: false }],
    [0x1234_5678, { status: 'rejected', reason: 'other', permanent: false }],
  ])('with status %i is reported as what it means', async (status, expected) => {
    const smsc = await room.start(() => ({ status }))
    expect(await (await room.bound(smsc.port)).submit([textTo()], never)).toMatchObject([expected])
  })

  it('with the status not bound ends the bind, and the text is not lost', async () => {
    const smsc = await room.start((_, time) => (time === 1 ? { status: 4 } : { status: 0, messageId: 'm' }))
    const carrier = await room.bound(smsc.port)
    expect(await statusesOf(carrier, 1)).toEqual(['unsent'])
    await until(() => carrier.link === 'up')
    expect(await statusesOf(carrier, 1)).toEqual(['accepted'])
  })
})

describe.each([
  ['throttled', 0x58],
  ['queue full', 0x14],
])('a peer that answers %s', (_, status) => {
  it('gets nothing during ever longer pauses, and then everything', async () => {
    let isBusy = true
    const smsc = await room.start(() => (isBusy ? { status } : { status: 0, messageId: 'm' }))
    const carrier = await room.bound(smsc.port, { window: 8 })
    const [first] = await carrier.submit([textTo()], never)
    expect(first?.status).toBe('throttled')
    expect(first?.status === 'throttled' && first.retryAfterMs).toBeGreaterThan(0)
    // Nothing is written during the pause.
    expect(new Set(await statusesOf(carrier, 20))).toEqual(new Set(['throttled']))
    expect(smsc.messages).toHaveLength(1)
    const pauses: number[] = []
    for (let time = 0; time < 4; time += 1) {
      await until(() => carrier.state.pausedForMs === 0)
      await statusesOf(carrier, 1)
      pauses.push(carrier.state.pausedForMs)
    }
    expect(smsc.messages).toHaveLength(5)
    expect(pauses.at(-1)).toBeGreaterThan((pauses[0] ?? 0) * 2)
    expect(carrier.state.allowed).toBe(1)
    isBusy = false
    await until(() => carrier.state.pausedForMs === 0)
    expect(new Set(await statusesOf(carrier, 100))).toEqual(new Set(['accepted']))
    expect(carrier.state.allowed).toBe(8)
  })
})

describe('a long text', () => {
  const long = textTo('+12025550123', 'x'.repeat(153 * 4))

  it('is sent part by part, in order, with its own reference', async () => {
    const smsc = await room.start()
    const carrier = await room.bound(smsc.port)
    const other = textTo('+12025550123', 'y'.repeat(400))
    const answers = await carrier.submit([long, other], never)
    expect(answers).toMatchObject([
      { status: 'accepted', carrierMessageId: expect.any(String), partIds: { length: 3 } },
      { status: 'accepted', partIds: { length: 2 } },
    ])
    const references = new Set(smsc.messages.map(({ part }) => part?.reference))
    expect(references.size).toBe(2)
    for (const reference of references) {
      const numbers = smsc.messages
        .filter(({ part }) => part?.reference === reference)
        .map(({ part }) => part?.number)
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    }
  })

  it.each([
    ['rejected', { status: 0x0b }, { status: 'rejected', permanent: true }],
    ['not answered', 'no answer', { status: 'unknown' }],
  ] as const)('of which a part is %s ends there: nobody gets the end alone', async (_, answer, expected) => {
    const smsc = await room.start((_message, time) =>
      time === 2 ? answer : { status: 0, messageId: `m${time}` },
    )
    const carrier = await room.bound(smsc.port, { timings: { answerTimeoutMs: 300 } })
    expect(await carrier.submit([long], never)).toMatchObject([expected])
    await sleep(50)
    expect(smsc.messages.map(({ part }) => part?.number)).toEqual([1, 2])
  })

  it('continues after a throttled part, before texts that have not begun', async () => {
    const smsc = await room.start((_, time) =>
      time === 3 ? { status: 0x58 } : { status: 0, messageId: `m${time}` },
    )
    const carrier = await room.bound(smsc.port)
    expect(await carrier.submit([long], never)).toMatchObject([
      { status: 'accepted', carrierMessageId: 'm1', partIds: ['m2', 'm4', 'm5'] },
    ])
    expect(smsc.messages.map(({ part }) => part?.number)).toEqual([1, 2, 3, 3, 4])
  })

  it('continues on the next link if the link ends between two parts', async () => {
    const smsc = await room.start((_, time) => {
      if (time !== 3) return { status: 0, messageId: `m${time}` }
      // The link ends while the throttled part waits to be repeated.
      setTimeout(() => smsc.cut(), 20)
      return { status: 0x58 }
    })
    const carrier = await room.bound(smsc.port, { timings: { throttleFirstMs: 500, throttleMostMs: 500 } })
    expect(await carrier.submit([long], never)).toMatchObject([
      { status: 'accepted', carrierMessageId: 'm1', partIds: ['m2', 'm4', 'm5'] },
    ])
    expect(smsc.messages.map(({ part }) => part?.number)).toEqual([1, 2, 3, 3, 4])
    expect(carrier.troubles).toHaveLength(1)
  })

  it('is unknown if the link ends during a part, and is retried whole with the same reference', async () => {
    const smsc = await room.start((_, time) => {
      if (time !== 3) return { status: 0, messageId: `m${time}` }
      smsc.cut()
      return 'no answer'
    })
    const carrier = await room.bound(smsc.port, { window: 1 })
    expect(await carrier.submit([long], never)).toMatchObject([{ status: 'unknown' }])
    await until(() => carrier.link === 'up')
    expect(await carrier.submit([long], never)).toMatchObject([{ status: 'accepted' }])
    const [first, again] = [smsc.messages.slice(0, 3), smsc.messages.slice(3)]
    expect(again.map(({ part }) => part?.number)).toEqual([1, 2, 3, 4])
    expect(again.slice(0, 3).map(({ part }) => part)).toEqual(first.map(({ part }) => part))
  })

  it('is reported at its deadline, also if one with a later deadline waits before it', async () => {
    const smsc = await room.start(({ body }, time) => {
      const isFirst = 'shortMessage' in body && body.shortMessage[5] === 1
      return isFirst ? { status: 0, messageId: `m${time}` } : { status: 0x58 }
    })
    const carrier = await room.bound(smsc.port, {
      timings: { throttleFirstMs: 20_000, throttleMostMs: 20_000 },
    })
    const began = performance.now()
    const patient = carrier.submit([long], began + 8_000)
    const hurried = await carrier.submit([textTo('+12025550124', long.text)], began + 300)
    expect(hurried).toEqual([{ status: 'unsent' }])
    // A text reported later than its lease lasts would count as unconfirmed.
    expect(performance.now() - began).toBeLessThan(7_000)
    expect(await patient).toEqual([{ status: 'unsent' }])
  })

  it('whose deadline passes between two parts is reported as not sent', async () => {
    const smsc = await room.start(async (_, time) => {
      if (time === 2) await sleep(400)
      return { status: 0, messageId: `m${time}` }
    })
    const carrier = await room.bound(smsc.port)
    expect(await carrier.submit([long], performance.now() + 200)).toEqual([{ status: 'unsent' }])
    expect(smsc.messages.map(({ part }) => part?.number)).toEqual([1, 2])
  })
})

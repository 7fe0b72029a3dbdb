// The contract of every carrier. Each adapter is tested against its own peer.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {
  Carrier,
  CarrierEvents,
  InboundText,
  OutgoingText,
  Receipt,
  Submission,
} from '../../src/carriers/carrier.ts'

type Treatment = 'accepts' | 'rejects for good' | 'rejects for now' | 'throttles' | 'loses the answer'

export interface CarrierHarness {
  /** A new link to the same peer. */
  connect(): Carrier
  /** Numbers that the peer treats this way, at least for the first text. It delivers accepted texts soon. */
  readonly phones: Readonly<Record<Treatment, string>>
  /** Texts that the peer has accepted, in any order. */
  taken(): Promise<readonly Pick<OutgoingText, 'reference' | 'text'>[]>
  /** A phone writes to one of our numbers. */
  write(text: Pick<InboundText, 'from' | 'to' | 'text'>): Promise<void>
  cutLink(): Promise<void>
  restoreLink(): Promise<void>
  close(): Promise<void>
}

const number = '+12025550101'
const never = Number.POSITIVE_INFINITY

const textTo = (to: string, text = 'Good morning'): OutgoingText => ({
  reference: randomUUID(),
  from: number,
  to,
  text,
})

/** Resolves when the condition holds; the test's own timeout ends the wait. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(5)
}

/** Records inbound events. Refuses the next `refusals` batches of replies. */
function createListener() {
  const texts: InboundText[] = []
  const receipts: Receipt[] = []
  const refused: InboundText[] = []
  const state = { refusals: 0 }
  const events: CarrierEvents = {
    receiveTexts: async items => {
      if (state.refusals === 0) {
        texts.push(...items)
        return
      }
      state.refusals -= 1
      refused.push(...items)
      throw new Error('not now')
    },
    receiveStop: async () => false,
    receiveReceipts: async items => {
      receipts.push(...items)
    },
  }
  return { texts, receipts, refused, state, events }
}

const idOf = (submission: Submission | undefined): string => {
  if (submission?.status !== 'accepted') throw new Error(`not accepted: ${submission?.status}`)
  return submission.carrierMessageId
}

export function describeConformance(name: string, createHarness: () => Promise<CarrierHarness>): void {
  describe(`${name}, as a carrier,`, () => {
    let other: CarrierHarness
    let carrier: Carrier
    let listener: ReturnType<typeof createListener>

    beforeAll(async () => {
      other = await createHarness()
    })
    afterAll(() => other.close())
    beforeEach(async () => {
      carrier = other.connect()
      listener = createListener()
      carrier.listen(listener.events)
      await until(() => carrier.link === 'up')
      return () => carrier.close()
    })

    const submit = (...texts: readonly OutgoingText[]): Promise<Submission[]> => carrier.submit(texts, never)
    const takenOf = async (texts: readonly OutgoingText[]): Promise<string[]> => {
      const references = new Set(texts.map(({ reference }) => reference))
      return (await other.taken()).flatMap(({ reference }) => (references.has(reference) ? [reference] : []))
    }

    describe('submitting texts,', () => {
      it('accepts each once, with its own id', async () => {
        const texts = Array.from({ length: 250 }, () => textTo(other.phones.accepts))
        const ids = (await submit(...texts)).map(idOf)
        expect(new Set(ids).size).toBe(250)
        expect((await takenOf(texts)).toSorted()).toEqual(texts.map(({ reference }) => reference).toSorted())
      })

      it('returns no results for no texts', async () => {
        expect(await submit()).toEqual([])
      })

      it('returns a result for each, in order', async () => {
        const treatments = ['accepts', 'rejects for good', 'accepts', 'rejects for now', 'accepts'] as const
        const texts = treatments.map(treatment => textTo(other.phones[treatment]))
        const answers = await submit(...texts)
        expect(answers.map(({ status }) => status)).toEqual([
          'accepted',
          'rejected',
          'accepted',
          'rejected',
          'accepted',
        ])
        expect(answers[1]).toMatchObject({ permanent: true })
        expect(answers[3]).toMatchObject({ permanent: false })
        const accepted = texts.filter(({ to }) => to === other.phones.accepts)
        expect(new Set(await takenOf(texts))).toEqual(new Set(accepted.map(({ reference }) => reference)))
      })

      it('reports throttling with a pause, without accepting the text', async () => {
        const text = textTo(other.phones.throttles)
        const [answer] = await submit(text)
        expect(answer).toEqual({ status: 'throttled', retryAfterMs: expect.any(Number) })
        expect(answer?.status === 'throttled' && answer.retryAfterMs).toBeGreaterThan(0)
        expect(await takenOf([text])).toEqual([])
      })

      it('reports an unknown outcome if the response is lost', async () => {
        const text = textTo(other.phones['loses the answer'])
        expect(await submit(text)).toEqual([{ status: 'unknown' }])
        expect(await takenOf([text])).toEqual([text.reference])
      })

      it('submits nothing after the deadline, and reports the texts as unsent', async () => {
        const texts = [textTo(other.phones.accepts), textTo(other.phones.accepts)]
        expect(await carrier.submit(texts, performance.now() - 1)).toEqual([
          { status: 'unsent' },
          { status: 'unsent' },
        ])
        await sleep(100)
        expect(await takenOf(texts)).toEqual([])
      })

      it.each([
        ['in the GSM alphabet', 'Ünter €100 {a} [b] ~ \\ ^ | Δ_Φ ¿¡ åÅ\r\nsecond line'],
        ['in UCS-2', 'Доброе утро 早上好 שלום  — “quoted”'],
        ['with emoji', 'Party 🎉👩‍👩‍👧‍👦🇺🇸 é e\u0301 👍🏽'],
        ['of 1,600 characters', 'All work and no play. '.repeat(73).slice(0, 1_600)],
        ['of 800 emoji', '🎉'.repeat(800)],
        ['that look like something else', '{"kind":"x"}\n\t"\\u0041" %00 \'; drop table text; -- \u0001'],
      ])('submits texts %s unchanged', async (_, words) => {
        const text = textTo(other.phones.accepts, words)
        idOf((await submit(text))[0])
        const [arrived] = (await other.taken()).filter(({ reference }) => reference === text.reference)
        expect(Buffer.from(arrived?.text ?? '')).toEqual(Buffer.from(words))
      })
    })

    describe('looking up references,', () => {
      it('accepts a resubmitted text only once, and returns the same id', async context => {
        if (!carrier.lookUp) context.skip()
        const text = textTo(other.phones.accepts)
        const [first] = await submit(text)
        const [again, twin] = await submit(text, text)
        const racing = await Promise.all(Array.from({ length: 10 }, () => submit(text)))
        expect(new Set([first, again, twin, ...racing.flat()].map(idOf))).toEqual(new Set([idOf(first)]))
        expect(await takenOf([text])).toEqual([text.reference])
      })

      it('reports which texts it accepted', async context => {
        const { lookUp } = carrier
        if (!lookUp) return context.skip()
        const treatments = ['accepts', 'rejects for good', 'loses the answer', 'throttles'] as const
        const texts = treatments.map(treatment => textTo(other.phones[treatment]))
        const [accepted] = await submit(...texts)
        expect(await lookUp(texts.map(({ reference }) => reference))).toEqual([
          { status: 'taken', carrierMessageId: idOf(accepted) },
          { status: 'not taken' },
          { status: 'taken', carrierMessageId: expect.any(String) },
          { status: 'not taken' },
        ])
        expect(await lookUp([])).toEqual([])
      })

      it('rejects while it has no answer', async context => {
        const { lookUp } = carrier
        if (!lookUp) return context.skip()
        await other.cutLink()
        await until(() => carrier.link === 'down')
        await expect(lookUp(['1'])).rejects.toThrow(/./)
        await other.restoreLink()
      })
    })

    describe('with inbound events,', () => {
      it('delivers receipts', async () => {
        const startMs = Date.now()
        const texts = Array.from({ length: 20 }, () => textTo(other.phones.accepts))
        const ids = (await submit(...texts)).map(idOf)
        const delivered = () => listener.receipts.filter(({ status }) => status === 'delivered')
        await until(() => ids.every(id => delivered().some(receipt => receipt.carrierMessageId === id)))
        for (const { at } of delivered()) expect(Math.abs(at.getTime() - startMs)).toBeLessThan(60_000)
      })

      it('delivers replies as they were written', async () => {
        const words = 'Ja, gern 🎉\n— bis später'
        await other.write({ from: other.phones.accepts, to: number, text: words })
        await until(() => listener.texts.some(({ text }) => text === words))
        const [reply] = listener.texts.filter(({ text }) => text === words)
        expect(reply).toMatchObject({ from: other.phones.accepts, to: number, text: words })
        expect(reply?.carrierMessageId).not.toBe('')
        expect(Math.abs((reply?.sentAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
      })

      it('redelivers an event with the same id until it is acknowledged, and then no more', async () => {
        listener.state.refusals = 2
        const words = randomUUID()
        await other.write({ from: other.phones.accepts, to: number, text: words })
        await until(() => listener.texts.some(({ text }) => text === words))
        const [reply] = listener.texts.filter(({ text }) => text === words)
        const ids = new Set(listener.refused.map(({ carrierMessageId }) => carrierMessageId))
        expect(listener.refused).toHaveLength(2)
        expect(ids).toEqual(new Set([reply?.carrierMessageId]))
        const [answer] = await submit(textTo(other.phones.accepts))
        const countOf = (id: string) =>
          listener.receipts.filter(
            receipt => receipt.carrierMessageId === id && receipt.status === 'delivered',
          ).length
        await until(() => countOf(idOf(answer)) > 0)
        await sleep(600)
        expect(listener.texts.filter(({ text }) => text === words)).toHaveLength(1)
        expect(countOf(idOf(answer))).toBe(1)
      })
    })

    describe('whose link is cut,', () => {
      it('reports it, submits nothing, and reconnects by itself', async () => {
        await other.cutLink()
        await until(() => carrier.link === 'down')
        const text = textTo(other.phones.accepts)
        expect(await submit(text)).toEqual([{ status: 'unsent' }])
        await other.restoreLink()
        await until(() => carrier.link === 'up')
        expect(await takenOf([text])).toEqual([])
        idOf((await submit(text))[0])
        const words = randomUUID()
        await other.write({ from: other.phones.accepts, to: number, text: words })
        await until(() => listener.texts.some(reply => reply.text === words))
      })

      it('never reports a wrong outcome, however often the link is cut', async () => {
        const seen = new Map<OutgoingText, Submission>()
        const state = { isEnding: false }
        const stream = async (): Promise<void> => {
          while (!state.isEnding) {
            const texts = Array.from({ length: 20 }, () => textTo(other.phones.accepts))
            const answers = await submit(...texts)
            texts.forEach((text, index) => seen.set(text, answers[index] ?? { status: 'unknown' }))
            await sleep(1)
          }
        }
        const streams = Array.from({ length: 4 }, stream)
        for (let cut = 0; cut < 5; cut += 1) {
          await sleep(50)
          await other.cutLink()
          await until(() => carrier.link === 'down')
          await other.restoreLink()
          await until(() => carrier.link === 'up')
        }
        state.isEnding = true
        await Promise.all(streams)
        const taken = new Set((await other.taken()).map(({ reference }) => reference))
        const wrong = [...seen].filter(
          ([{ reference }, { status }]) =>
            status !== 'unknown' && (status === 'accepted') !== taken.has(reference),
        )
        expect(wrong).toEqual([])
        const statuses = new Set([...seen.values()].map(({ status }) => status))
        expect(statuses).toContain('accepted')
        expect(statuses).toContain('unsent')
      })
    })

    describe('being closed,', () => {
      it('finishes texts in progress, then delivers and accepts nothing', async () => {
        const texts = Array.from({ length: 50 }, () => textTo(other.phones.accepts))
        const underWay = submit(...texts)
        await carrier.close()
        const answers = await underWay
        const taken = new Set(await takenOf(texts))
        texts.forEach(({ reference }, index) => {
          const status = answers[index]?.status
          expect(['accepted', 'unsent']).toContain(status)
          expect(taken.has(reference)).toBe(status === 'accepted')
        })
        const told = listener.receipts.length + listener.texts.length
        expect(carrier.link).toBe('down')
        const late = textTo(other.phones.accepts)
        expect(await submit(late)).toEqual([{ status: 'unsent' }])
        expect(await takenOf([late])).toEqual([])
        await sleep(300)
        expect(listener.receipts.length + listener.texts.length).toBe(told)
      })

      it('waits for events in progress', async () => {
        const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
        let isTelling = false
        let hasEnded = false
        carrier.listen({
          receiveStop: async () => false,
          receiveReceipts: async () => {},
          receiveTexts: async () => {
            isTelling = true
            await mayEnd
            hasEnded = true
          },
        })
        await other.write({ from: other.phones.accepts, to: number, text: 'still there?' })
        await until(() => isTelling)
        setTimeout(end, 100)
        await carrier.close()
        expect(hasEnded).toBe(true)
      })
    })
  })
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Carrier, LookedUp, OutgoingText, Submission } from '../../src/carriers/index.ts'

interface Script {
  readonly name?: string
  /** Result of a text's nth attempt, counted from 1. Default: accepted. */
  readonly answer?: (text: OutgoingText, time: number) => Submission['status'] | Submission
  readonly delayMs?: number
  readonly canLookUp?: boolean
  /** Whether lookups work now. */
  readonly canTell?: () => boolean
  readonly onSubmit?: (texts: readonly OutgoingText[], notAfterMs: number) => void
}

export interface ScriptedCarrier extends Carrier {
  link: 'up' | 'down'
  /** Every text that was submitted, in order, with the time on the monotonic clock. */
  readonly written: (OutgoingText & { readonly atMs: number })[]
  /** How often each reference was accepted. */
  readonly taken: Map<string, number>
}

/** A scripted carrier that records everything. It accepts texts whose scripted outcome is unknown. */
export function createScriptedCarrier(script: Script = {}): ScriptedCarrier {
  const { name = 'scripted', answer = () => 'accepted', delayMs = 0, canLookUp = false, onSubmit } = script
  const times = new Map<string, number>()
  const carrier: ScriptedCarrier = {
    name,
    link: 'up',
    written: [],
    taken: new Map(),
    submit: async (texts, notAfterMs) => {
      onSubmit?.(texts, notAfterMs)
      if (delayMs > 0) await sleep(delayMs)
      return texts.map(text => {
        if (carrier.link === 'down' || performance.now() > notAfterMs) return { status: 'unsent' }
        const time = (times.get(text.reference) ?? 0) + 1
        times.set(text.reference, time)
        carrier.written.push({ ...text, atMs: performance.now() })
        const given = answer(text, time)
        const submission = typeof given === 'string' ? submissionOf(given, text) : given
        if (submission.status === 'accepted' || submission.status === 'unknown') {
          carrier.taken.set(text.reference, (carrier.taken.get(text.reference) ?? 0) + 1)
        }
        return submission
      })
    },
    ...(canLookUp && {
      lookUp: (references: readonly string[]): Promise<LookedUp[]> =>
        script.canTell?.() === false
          ? Promise.reject(new Error('lookup unavailable'))
          : Promise.resolve(
              references.map(reference =>
                carrier.taken.has(reference)
                  ? { status: 'taken', carrierMessageId: `c${reference}` }
                  : { status: 'not taken' },
              ),
            ),
    }),
    listen: () => {},
    close: () => Promise.resolve(),
  }
  return carrier
}

function submissionOf(status: Submission['status'], { reference }: OutgoingText): Submission {
  switch (status) {
    case 'accepted':
      return { status, carrierMessageId: `c${reference}` }
    case 'rejected':
      return { status, reason: 'other', permanent: false }
    case 'throttled':
      return { status, retryAfterMs: 200 }
    case 'unsent':
    case 'unknown':
      return { status }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Carrier, LookedUp, OutgoingText, Submission } from '../src/carriers/index.ts'

interface Script {
  readonly name?: string
  /** What happens to a text at its nth time, counted from 1. Accepted by default. */
  readonly answer?: (text: OutgoingText, time: number) => Submission['status'] | Submission
  readonly delayMs?: number
  readonly canLookUp?: boolean
  /** Whether looking up works now. */
  readonly canTell?: () => boolean
  readonly onSubmit?: (texts: readonly OutgoingText[], notAfterMs: number) => void
}

export interface ScriptedCarrier extends Carrier {
  link: 'up' | 'down'
  /** Everything that was written to it, in order, with the time on the monotonic clock. */
  readonly written: (OutgoingText & { readonly atMs: number })[]
  /** How often it has taken each reference. */
  readonly taken: Map<string, number>
}

/** A carrier that does as it is told and remembers everything. A text of unknown outcome it has taken. */
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
          ? Promise.reject(new Error('cannot tell now'))
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

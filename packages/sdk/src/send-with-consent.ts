import type { Consents } from './consents.ts'
import type { FailureDetail, MessageResult } from './contract.generated.ts'
import { InvalidRequestError } from './errors.ts'
import type { Messages } from './messages.ts'
import { randomText } from './random-text.ts'
import { openMs, type WaitOptions, waitForConsent } from './wait-for-consent.ts'

/** One text to one recipient. */
export interface TextToSend {
  /** Recipient, in E.164. */
  readonly phone: string
  readonly text: string
}

/** How it ended. */
export type SendOutcome =
  | { readonly outcome: 'sent'; readonly messageId: number; readonly memberId: number }
  /** The recipient answered NO. */
  | { readonly outcome: 'declined' }
  /** The recipient opted out of texts, now or before. */
  | { readonly outcome: 'opted_out' }
  /** No answer came within 24 hours, or the state was taken up again too late to be sure of not sending twice. */
  | { readonly outcome: 'expired' }
  /** The text was refused for another reason than consent. */
  | { readonly outcome: 'refused'; readonly failure: FailureDetail }

/** Where it stands. Plain JSON: store it, and give it to `sendWithConsent` to go on after a restart. */
export interface SendState extends TextToSend {
  /** What is being done: look into it for a progress display, do not change it. */
  readonly step: 'send' | 'ask' | 'wait' | 'send_again' | 'ended'
  /** When this step began: Unix time in milliseconds. */
  readonly since: number
  /** Makes each send take effect once, however often it is taken up again. */
  readonly key: string
  /** Once it has ended. */
  readonly result?: SendOutcome
}

export interface SendWithConsentOptions extends WaitOptions {
  /** Stores the state. It is called before each step is taken, which waits for it, and once more at the end. */
  readonly save?: ((state: SendState) => void | Promise<void>) | undefined
}

interface Resources {
  readonly messages: Messages
  readonly consents: Consents
}

/** The service keeps an Idempotency-Key for 24 hours. An hour less leaves time for slow retries. */
const keyHoldsMs = 23 * 3_600_000

/** Sends; where the recipient has not consented, asks, waits for the answer, and sends again. */
export async function sendWithConsent(
  { messages, consents }: Resources,
  start: TextToSend | SendState,
  { save, pollIntervalMs, ...options }: SendWithConsentOptions,
): Promise<SendOutcome> {
  let state: SendState
  if ('step' in start) state = start
  else {
    state = { phone: start.phone, text: start.text, step: 'send', since: Date.now(), key: randomText(16) }
    await save?.(state)
  }
  while (!state.result) {
    const next: SendState['step'] | SendOutcome = await take(state)
    const { result: _none, ...rest } = state
    state =
      typeof next === 'string'
        ? { ...rest, step: next, since: Date.now() }
        : { ...rest, step: 'ended', since: Date.now(), result: next }
    await save?.(state)
  }
  return state.result

  /** Takes a step: what comes next, or how it ended. */
  async function take({ phone, step, since }: SendState): Promise<SendState['step'] | SendOutcome> {
    if (step !== 'wait' && Date.now() - since > keyHoldsMs) return { outcome: 'expired' }
    switch (step) {
      case 'send':
        return afterFirst(await send('1'))
      case 'ask':
        return ask()
      case 'wait': {
        const { outcome } = await waitForConsent(consents, phone, { ...options, pollIntervalMs })
        return outcome === 'accepted' ? 'send_again' : { outcome }
      }
      case 'send_again':
        return endOf(await send('2'))
      case 'ended':
        throw new TypeError('A state that has ended has a result.')
    }
  }

  function send(number: '1' | '2'): Promise<MessageResult> {
    const { phone, text, key } = state
    return messages.send({ phone, text }, { ...options, idempotencyKey: `${key}-${number}` })
  }

  async function afterFirst(result: MessageResult): Promise<SendState['step'] | SendOutcome> {
    const [failure] = result.failureDetails
    if (failure?.code === 'consent_required') return 'ask'
    if (failure?.code !== 'consent_pending') return endOf(result)
    // Somebody has asked before. While that request is open it is the one to wait for, and a NO is an answer.
    const { lastRequested = 0, declined } = await consents.get({ phone: state.phone }, options)
    return declined || lastRequested + openMs > Date.now() ? 'wait' : 'ask'
  }

  async function ask(): Promise<SendState['step'] | SendOutcome> {
    const { phone } = state
    // One key for everybody who asks this number this way: whatever runs at the same time, it is asked once in 24 hours.
    const asked = { ...options, idempotencyKey: `send-with-consent-${phone}` }
    try {
      const { failureDetails } = await consents.request({ phoneNumbers: [phone] }, asked)
      const [failure] = failureDetails
      return failure ? refusal(failure) : 'wait'
    } catch (error) {
      if (error instanceof InvalidRequestError && error.details?.accepted) return 'send_again'
      throw error
    }
  }
}

function endOf({ successes, failureDetails }: MessageResult): SendOutcome {
  const [failure] = failureDetails
  if (failure) return refusal(failure)
  const { messageId, memberId } = successes[0] ?? {}
  if (!messageId || !memberId) throw new TypeError('The service answered neither a message nor a failure.')
  return { outcome: 'sent', messageId, memberId }
}

const refusal = (failure: FailureDetail): SendOutcome =>
  failure.code === 'opted_out' ? { outcome: 'opted_out' } : { outcome: 'refused', failure }

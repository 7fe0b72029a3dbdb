import type { FailureDetail, MessageResult } from '../contract.generated.ts'
import { InvalidRequestError } from '../errors.ts'
import type { Messages } from '../messages.ts'
import { randomText } from '../oauth/random-text.ts'
import { refuseUnknown } from '../refuse-unknown.ts'
import { openMs, type Waiting, type WaitOptions, waitForConsent } from './wait-for-consent.ts'

/** One text to one recipient. */
export interface TextToSend {
  /** Recipient in E.164 format. */
  readonly phone: string
  readonly text: string
}

/** Final outcome. */
export type SendOutcome =
  | { readonly outcome: 'sent'; readonly messageId: number; readonly memberId: number }
  /** The recipient replied NO, now or earlier. */
  | { readonly outcome: 'declined' }
  /** The recipient opted out, now or earlier. */
  | { readonly outcome: 'opted_out' }
  /** No reply came within 24 hours, or the state was resumed too late to rule out sending twice. */
  | { readonly outcome: 'expired' }
  /** The text was refused for a reason other than consent. */
  | { readonly outcome: 'refused'; readonly failure: FailureDetail }

/** Current state. Plain JSON: store it, and pass it to `sendWithConsent` to resume after a restart. */
export interface SendState extends TextToSend {
  /** Current step. Read it to show progress; do not change it. */
  readonly step: 'send' | 'ask' | 'wait' | 'send_again' | 'ended'
  /** When this step started: Unix time in milliseconds. */
  readonly since: number
  /** Makes each send take effect once, however often it is resumed. */
  readonly key: string
  /** Set when it has ended. */
  readonly result?: SendOutcome
}

export interface SendWithConsentOptions extends WaitOptions {
  /** Stores the state. Called and awaited before each step, and once more at the end. */
  readonly save?: ((state: SendState) => void | Promise<void>) | undefined
}

interface Resources extends Waiting {
  readonly messages: Messages
}

/** The service keeps an Idempotency-Key for 24 hours; one hour less leaves time for slow retries. */
const keyHoldsMs = 23 * 3_600_000

/** Sends a text. If the recipient has not consented, requests consent, waits for the reply and sends again. */
export async function sendWithConsent(
  { messages, ...waiting }: Resources,
  start: TextToSend | SendState,
  { save, pollIntervalMs, ...options }: SendWithConsentOptions,
): Promise<SendOutcome> {
  const { consents } = waiting
  let state: SendState
  if ('step' in start) state = start
  else {
    // Rejects scheduleDelivery, too: a text meant for later must not be sent now.
    refuseUnknown(['phone', 'text'], start, 'field')
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

  /** Runs one step and returns the next step or the outcome. */
  async function take({ phone, step, since }: SendState): Promise<SendState['step'] | SendOutcome> {
    if (step !== 'wait' && Date.now() - since > keyHoldsMs) return { outcome: 'expired' }
    switch (step) {
      case 'send':
        return afterFirst(await send('1'))
      case 'ask':
        return ask()
      case 'wait': {
        const { outcome } = await waitForConsent(waiting, phone, { ...options, pollIntervalMs })
        if (outcome === 'accepted') return 'send_again'
        // The recipient opted out and came back with START: the request is no longer open.
        return outcome === 'not_asked' ? 'ask' : { outcome }
      }
      case 'send_again':
        return endOf(await send('2'))
      case 'ended':
        throw new TypeError('The state has ended but has no result.')
    }
  }

  function send(number: '1' | '2'): Promise<MessageResult> {
    const { phone, text, key } = state
    return messages.send({ phone, text }, { ...options, idempotencyKey: `${key}-${number}` })
  }

  function afterFirst(result: MessageResult): SendState['step'] | SendOutcome {
    const code = result.failureDetails[0]?.code
    return code === 'consent_required' || code === 'consent_pending' ? 'ask' : endOf(result)
  }

  /** If a request was sent within the last 24 hours, waits for that one. */
  async function ask(): Promise<SendState['step'] | SendOutcome> {
    const { phone } = state
    const {
      state: consent,
      lastChanged,
      lastRequested = 0,
      declined,
      optedOut,
    } = await consents.get({ phone }, options)
    if (optedOut) return { outcome: 'opted_out' }
    if (consent === 'accepted') return 'send_again'
    if (declined) return { outcome: 'declined' }
    if (consent === 'pending' && lastRequested + openMs > Date.now()) return 'wait'
    // Everyone who asks this number in its current consent state uses the same key, so concurrent runs ask once.
    // After an opt-out and a START the state differs, so the stored response is not replayed.
    const asked = { ...options, idempotencyKey: `send-with-consent-${phone}-${lastChanged}-${lastRequested}` }
    try {
      const { failureDetails } = await consents.request({ phoneNumbers: [phone] }, asked)
      const [failure] = failureDetails
      return !failure || failure.code === 'asked_recently' ? 'wait' : refusal(failure)
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
  if (!messageId || !memberId) throw new TypeError('The service returned neither a message nor a failure.')
  return { outcome: 'sent', messageId, memberId }
}

function refusal(failure: FailureDetail): SendOutcome {
  switch (failure.code) {
    case 'opted_out':
      return { outcome: 'opted_out' }
    case 'consent_declined':
      return { outcome: 'declined' }
    default:
      return { outcome: 'refused', failure }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { CarrierEvents, InboundText } from '../carrier.ts'
import { fetchInboundText } from './fetch-inbound-text.ts'
import { wordsOf } from './read-inbound-text.ts'
import { readReceipt } from './read-receipt.ts'
import type { WholeSettings } from './settings.ts'
import { isSigned } from './signature.ts'
import { textsPath } from './webhook-paths.ts'

/** A request to one of our webhook URLs. */
export interface Webhook {
  /** Path and query, unchanged. */
  readonly target: string
  readonly form: URLSearchParams
  /** The header X-Twilio-Signature. */
  readonly signature: string | undefined
}

/** Success is returned only for what is on disk; any other response makes the carrier retry. */
export type WebhookEnding = 'taken' | 'forged' | 'unreadable' | 'not now'

export interface WebhookWatchers {
  /** Called with the reason each time a reply cannot be verified. Never holds a secret, a number or a text. */
  readonly onTrouble: (why: string) => void
  /** Called with each failure to store. */
  readonly onFailure: (error: unknown) => void
}

/** Stores a reply or a receipt. Both have ids, so a redelivery has no effect. */
export async function receiveWebhook(
  settings: WholeSettings,
  events: CarrierEvents,
  { target, form, signature }: Webhook,
  watchers: WebhookWatchers,
): Promise<WebhookEnding> {
  const { publicOrigin, name, accountSid, authToken } = settings
  const url = `${publicOrigin}${target}`
  if (signature === undefined || !isSigned({ url, form, signature }, authToken)) return 'forged'
  if (form.get('AccountSid') !== accountSid) return 'forged'
  const { pathname, searchParams } = new URL(url)
  try {
    if (pathname === textsPath(name)) return await receiveText(settings, events, form, watchers)
    const receipt = readReceipt(form, searchParams.get('reference'))
    if (!receipt) return 'unreadable'
    await events.receiveReceipts([receipt])
    return 'taken'
  } catch (error) {
    watchers.onFailure(error)
    return 'not now'
  }
}

const messageSid = /^[A-Z]{2}[0-9a-f]{32}$/
/** How long a STOP waits for the carrier's API to return when it was written. */
const stopWaitsMs = 1_000

/**
 * The signed form has the text; the carrier's API also has the time it was written. A STOP is accepted from the form alone if
 * the API does not respond at once. It then counts as written now, because that closes the gate in any case.
 */
async function receiveText(
  settings: WholeSettings,
  events: CarrierEvents,
  form: URLSearchParams,
  { onTrouble }: WebhookWatchers,
): Promise<WebhookEnding> {
  const posted = readForm(form)
  if (!messageSid.test(posted.carrierMessageId)) return 'unreadable'
  const fetching = fetchInboundText(settings, posted.carrierMessageId)
  const inTime = await Promise.race([fetching, sleep(stopWaitsMs, undefined, { ref: false })])
  if (!(inTime && 'text' in inTime) && (await takeAsStop())) return 'taken'
  const fetched = inTime ?? (await fetching)
  if ('why' in fetched) {
    onTrouble(`a reply could not be verified: ${fetched.why}`)
    return 'not now'
  }
  await events.receiveTexts([withWordsOf(posted, fetched.text)])
  return 'taken'

  /** A withheld text is not a STOP yet: the carrier may return the text when its API responds again. */
  async function takeAsStop(): Promise<boolean> {
    return (!posted.isWithheld || posted.handled === 'stop') && (await events.receiveStop(posted))
  }
}

function readForm(form: URLSearchParams): InboundText {
  const handled = handledAs[form.get('OptOutType') ?? '']
  return {
    carrierMessageId: form.get('MessageSid') ?? '',
    from: form.get('From') ?? '',
    to: form.get('To') ?? '',
    sentAt: new Date(),
    ...wordsOf(form.get('Body'), form.get('NumMedia')),
    ...(handled && { handled }),
  }
}

/** A carrier that redacts stored texts still posts them in the form. */
function withWordsOf(posted: InboundText, fetched: InboundText): InboundText {
  const { handled } = posted
  const { isWithheld, ...kept } = fetched
  const isSame = posted.from === fetched.from && posted.to === fetched.to
  const text = isWithheld && isSame && !posted.isWithheld ? { ...kept, text: posted.text } : fetched
  return { ...text, ...(handled && { handled }) }
}

const handledAs: Readonly<Record<string, NonNullable<InboundText['handled']>>> = {
  STOP: 'stop',
  START: 'start',
  HELP: 'help',
}

import type { CarrierEvents, InboundText } from '../carrier.ts'
import { fetchInboundText } from './fetch-inbound-text.ts'
import { readReceipt } from './read-receipt.ts'
import type { WholeSettings } from './settings.ts'
import { isSigned } from './signature.ts'
import { textsPath } from './webhook-paths.ts'

/** What the carrier has posted to one of our addresses. */
export interface Webhook {
  /** Path and query, exactly as they came. */
  readonly target: string
  readonly form: URLSearchParams
  /** The header X-Twilio-Signature. */
  readonly signature: string | undefined
}

/** The carrier is told of success only for what is on disk; whatever else it hears makes it try again. */
export type WebhookEnding = 'taken' | 'forged' | 'unreadable' | 'not now'

/** Takes in a reply or a receipt. Comes the same a second time, for whatever reason, it has no effect: both have ids. */
export async function receiveWebhook(
  settings: WholeSettings,
  events: CarrierEvents,
  { target, form, signature }: Webhook,
): Promise<WebhookEnding> {
  const { publicOrigin, name, accountSid, authToken } = settings
  const url = `${publicOrigin}${target}`
  if (signature === undefined || !isSigned({ url, form, signature }, authToken)) return 'forged'
  if (form.get('AccountSid') !== accountSid) return 'forged'
  const { pathname, searchParams } = new URL(url)
  try {
    if (pathname === textsPath(name)) return await receiveText(settings, events, form)
    const receipt = readReceipt(form, searchParams.get('reference'))
    if (!receipt) return 'unreadable'
    await events.receiveReceipts([receipt])
    return 'taken'
  } catch {
    return 'not now'
  }
}

async function receiveText(
  settings: WholeSettings,
  events: CarrierEvents,
  form: URLSearchParams,
): Promise<WebhookEnding> {
  const text = await fetchInboundText(settings, form.get('MessageSid') ?? '')
  if (!text) return 'not now'
  const handled = handledAs[form.get('OptOutType') ?? '']
  await events.receiveTexts([{ ...text, ...(handled && { handled }) }])
  return 'taken'
}

const handledAs: Readonly<Record<string, NonNullable<InboundText['handled']>>> = {
  STOP: 'stop',
  START: 'start',
  HELP: 'help',
}

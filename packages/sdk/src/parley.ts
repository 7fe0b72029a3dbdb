import { Client, type ParleyOptions } from './client.ts'
import { Consents } from './consents.ts'
import { Contacts } from './contacts.ts'
import { Content } from './content.ts'
import { Groups } from './groups.ts'
import { Messages } from './messages.ts'
import { Sandbox } from './sandbox.ts'
import { Schedules } from './schedules.ts'
import {
  type SendOutcome,
  type SendState,
  type SendWithConsentOptions,
  sendWithConsent,
  type TextToSend,
} from './send-with-consent.ts'
import { type ConsentOutcome, type WaitOptions, waitForConsent } from './wait-for-consent.ts'

/**
 * The service, as one advisor's account.
 *
 * ```ts
 * const parley = new Parley({ baseUrl, apiKey, accessToken })
 * const { successes, failureDetails } = await parley.messages.send({ phone, text })
 * ```
 */
export class Parley {
  /** Send texts, now or later, and see how far they have come. */
  readonly messages: Messages
  /** Ask for consent and see where it stands. */
  readonly consents: Consents
  /** The advisor's address book. */
  readonly contacts: Contacts
  /** Groups of contacts. */
  readonly groups: Groups
  /** The content library. */
  readonly content: Content
  /** See, change and cancel texts that are sent later. */
  readonly schedules: Schedules
  /** Phones to try things with, in a sandbox. */
  readonly sandbox: Sandbox

  constructor(options: ParleyOptions) {
    const client = new Client(options)
    this.messages = new Messages(client)
    this.consents = new Consents(client)
    this.contacts = new Contacts(client)
    this.groups = new Groups(client)
    this.content = new Content(client)
    this.schedules = new Schedules(client)
    this.sandbox = new Sandbox(client)
  }

  /**
   * Waits until the recipient has answered a request for consent: looks at once, every 30 seconds until 5 minutes after
   * the request, then every 5 minutes until 24 hours after it.
   */
  waitForConsent(phone: string, options: WaitOptions = {}): Promise<ConsentOutcome> {
    return waitForConsent(this.consents, phone, options)
  }

  /**
   * Sends a text and, where the recipient has not consented yet, asks for consent, waits for the answer and sends again.
   * That may take a day: `save` stores where it stands, and the stored state instead of the text goes on after a restart,
   * without sending or asking twice. Nobody is asked twice within 24 hours, however many texts wait for the answer.
   */
  sendWithConsent(start: TextToSend | SendState, options: SendWithConsentOptions = {}): Promise<SendOutcome> {
    return sendWithConsent(this, start, options)
  }
}

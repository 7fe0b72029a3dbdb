import type { Call } from './call.ts'
import { Client, type ParleyOptions } from './client.ts'
import { Consents } from './consents.ts'
import { Contacts } from './contacts.ts'
import { Content } from './content.ts'
import type { Account } from './contract.generated.ts'
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
import type { RequestOptions } from './with-retries.ts'

/**
 * Client for one advisor's account.
 *
 * ```ts
 * const parley = new Parley({ baseUrl, apiKey, accessToken })
 * const { successes, failureDetails } = await parley.messages.send({ phone, text })
 * ```
 */
export class Parley {
  /** Send or schedule texts and look up their delivery status. */
  readonly messages: Messages
  /** Request consent and look it up. */
  readonly consents: Consents
  /** The advisor's address book. */
  readonly contacts: Contacts
  /** Groups of contacts. */
  readonly groups: Groups
  /** The content library. */
  readonly content: Content
  /** List, change and cancel scheduled texts. */
  readonly schedules: Schedules
  /** Virtual phones for testing. Sandbox only. */
  readonly sandbox: Sandbox

  readonly #client: Client

  constructor(options: ParleyOptions) {
    const client = new Client(options)
    this.#client = client
    this.messages = new Messages(client)
    this.consents = new Consents(client)
    this.contacts = new Contacts(client)
    this.groups = new Groups(client)
    this.content = new Content(client)
    this.schedules = new Schedules(client)
    this.sandbox = new Sandbox(client)
  }

  /** The advisor, the texting number, the scopes of the token, and what is left of the usage plan. */
  account(options?: RequestOptions): Call<Account> {
    return this.#client.get('/me', undefined, options)
  }

  /**
   * Waits for the reply to a consent request. Polls at once, every 30 seconds until 5 minutes after the request, then every
   * 5 minutes until 24 hours after it.
   */
  waitForConsent(phone: string, options: WaitOptions = {}): Promise<ConsentOutcome> {
    return waitForConsent(this.consents, phone, options)
  }

  /**
   * Sends a text. If the recipient has not consented yet, requests consent, waits for the reply and sends again. That may
   * take a day: `save` stores the state, and passing the stored state instead of the text resumes after a restart, without
   * sending or asking twice. Nobody is asked twice within 24 hours, however many texts wait for the reply. The text is sent
   * as soon as it is allowed; to send at a certain time, use `messages.send` with `scheduleDelivery`.
   */
  sendWithConsent(start: TextToSend | SendState, options: SendWithConsentOptions = {}): Promise<SendOutcome> {
    return sendWithConsent(this, start, options)
  }
}

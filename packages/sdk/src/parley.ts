import type { Call } from './call.ts'
import { Client, type ParleyOptions } from './client.ts'
import { ConsentWatch } from './consent/consent-watch.ts'
import { Consents } from './consent/consents.ts'
import {
  type SendOutcome,
  type SendState,
  type SendWithConsentOptions,
  sendWithConsent,
  type TextToSend,
} from './consent/send-with-consent.ts'
import { type ConsentOutcome, type WaitOptions, waitForConsent } from './consent/wait-for-consent.ts'
import { Contacts } from './contacts.ts'
import { Content } from './content.ts'
import type { Account } from './contract.generated.ts'
import { Conversations } from './conversations.ts'
import { Events } from './events/events.ts'
import { Groups } from './groups.ts'
import { Messages } from './messages.ts'
import { Sandbox } from './sandbox.ts'
import { Schedules } from './schedules.ts'
import { Endpoints } from './webhooks/endpoints.ts'
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
  /** What advisor and client wrote to each other. */
  readonly conversations: Conversations
  /** What happened, in order: read it, follow it, prove it. */
  readonly events: Events
  /** Webhook endpoints of the application. */
  readonly endpoints: Endpoints
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
  readonly #consentWatch: ConsentWatch

  constructor(options: ParleyOptions) {
    const client = new Client(options)
    this.#client = client
    this.messages = new Messages(client)
    this.consents = new Consents(client)
    this.conversations = new Conversations(client)
    this.events = new Events(client)
    this.endpoints = new Endpoints(client)
    this.#consentWatch = new ConsentWatch(this.events)
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
   * Waits for the reply to a consent request, until 24 hours after it. A reply is known within a second, by events; all waits of
   * a client share one reader. A token that may not read events polls: at once, every 30 seconds until 5 minutes after the
   * request, then every 5 minutes.
   */
  waitForConsent(phone: string, options: WaitOptions = {}): Promise<ConsentOutcome> {
    return waitForConsent({ consents: this.consents, consentWatch: this.#consentWatch }, phone, options)
  }

  /**
   * Sends a text. If the recipient has not consented yet, requests consent, waits for the reply and sends again. That may
   * take a day: `save` stores the state, and passing the stored state instead of the text resumes after a restart, without
   * sending or asking twice. Nobody is asked twice within 24 hours, however many texts wait for the reply. The text is sent
   * as soon as it is allowed; to send at a certain time, use `messages.send` with `scheduleDelivery`.
   */
  sendWithConsent(start: TextToSend | SendState, options: SendWithConsentOptions = {}): Promise<SendOutcome> {
    const { messages, consents } = this
    return sendWithConsent({ messages, consents, consentWatch: this.#consentWatch }, start, options)
  }
}

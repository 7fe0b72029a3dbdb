import type { SmppSettings, TwilioSettings } from '../../carriers/index.ts'

/** How a carrier is reached, without what opens its door. */
export type StoredSettings =
  | ({ readonly kind: 'smpp' } & Omit<SmppSettings, 'name' | 'systemId' | 'password'>)
  | ({ readonly kind: 'twilio' } & Omit<TwilioSettings, 'name' | 'authToken' | 'publicOrigin'>)
  | { readonly kind: 'simulator' }

export type Credentials =
  | { readonly systemId: string; readonly password: string }
  | { readonly authToken: string }

/** As an operator gives them. Without a system id the carrier keeps the one it has. */
export type GivenCredentials =
  | { readonly systemId: string | undefined; readonly password: string }
  | { readonly authToken: string }

/** A carrier as people see it. */
export interface CarrierRecord {
  readonly name: string
  readonly kind: 'simulator' | 'smpp' | 'twilio'
  readonly isDefault: boolean
  readonly isPaused: boolean
  /** Null: as many as the carrier takes. */
  readonly textsPerSecond: number | null
  /** Given to it by name. */
  readonly numbers: number
  readonly changedBy: string
  readonly changedAt: Date
  /** Null: it is in use. */
  readonly retiredAt: Date | null
}

/** What the workers have said about a carrier within the last moments, taken together. */
export interface LiveState {
  readonly workers: number
  /** Of those workers, how many have a link that is up. */
  readonly workersUp: number
  readonly bound: number
  readonly binds: number
  readonly waiting: number
  readonly window: number
  readonly throttledForMs: number
  readonly textsPerSecond: number
  readonly lastError: string | null
  readonly lastErrorAt: Date | null
}

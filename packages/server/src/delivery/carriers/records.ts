import type { SmppSettings, TwilioSettings } from '../../carriers/index.ts'

/** How to reach a carrier, without credentials. */
export type StoredSettings =
  | ({ readonly kind: 'smpp' } & Omit<SmppSettings, 'name' | 'systemId' | 'password'>)
  | ({ readonly kind: 'twilio' } & Omit<TwilioSettings, 'name' | 'authToken' | 'publicOrigin'>)
  | { readonly kind: 'simulator' }

export type Credentials =
  | { readonly systemId: string; readonly password: string }
  | { readonly authToken: string }

/** As an operator enters them. Without a system id the carrier keeps its current one. */
export type CredentialsInput =
  | { readonly systemId: string | undefined; readonly password: string }
  | { readonly authToken: string }

/** A carrier as people see it. */
export interface CarrierRecord {
  readonly name: string
  readonly kind: 'simulator' | 'smpp' | 'twilio'
  readonly isDefault: boolean
  readonly isPaused: boolean
  /** Null for no limit of our own. */
  readonly textsPerSecond: number | null
  /** Numbers routed to it explicitly. */
  readonly numbers: number
  readonly changedBy: string
  readonly changedAt: Date
  /** Null while in use. */
  readonly retiredAt: Date | null
}

/** The combined state that live workers report for a carrier. */
export interface LiveState {
  readonly workers: number
  /** How many of those workers have their link up. */
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

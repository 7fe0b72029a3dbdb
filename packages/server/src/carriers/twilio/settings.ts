/** How an account is reached. All but the first four have values that suit most. */
export interface TwilioSettings {
  /** Stored with what it took, so it never changes. */
  readonly name: string
  readonly accountSid: string
  readonly authToken: string
  /** Scheme, host and port by which the carrier reaches us: what it signs begins with it. */
  readonly publicOrigin: string
  /** Scheme, host and port of the carrier. */
  readonly apiOrigin?: string
  /** Requests that may be without an answer. */
  readonly window?: number
  readonly timings?: Partial<Timings>
}

interface Timings {
  /**
   * Longer than the 10 s after which fetch gives up on a connection: of that it is certain that nothing was sent, of a
   * request that is broken off it is not.
   */
  readonly answerTimeoutMs: number
  /** How often the carrier is asked whether it is there, while it is. */
  readonly probeMs: number
  /** How soon it is asked again while it is not, at first and at most. */
  readonly reconnectFirstMs: number
  readonly reconnectMostMs: number
  /** How often replies are looked for that did not come, and how old they must be for that. */
  readonly catchUpMs: number
  readonly catchUpAgeMs: number
  /** How long nothing is sent after the carrier asked for less and did not say how long, at first and at most. */
  readonly throttleFirstMs: number
  readonly throttleMostMs: number
}

const timings: Timings = {
  answerTimeoutMs: 15_000,
  probeMs: 15_000,
  reconnectFirstMs: 500,
  reconnectMostMs: 30_000,
  catchUpMs: 60_000,
  catchUpAgeMs: 90_000,
  throttleFirstMs: 1_000,
  throttleMostMs: 30_000,
}

export type WholeSettings = Required<Omit<TwilioSettings, 'timings'>> & { readonly timings: Timings }

export const completeSettings = (settings: TwilioSettings): WholeSettings => ({
  apiOrigin: 'https://api.twilio.com',
  window: 20,
  ...settings,
  timings: { ...timings, ...settings.timings },
})

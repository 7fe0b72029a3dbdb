/** Connection settings of an account. All but the first four have defaults that suit most. */
export interface TwilioSettings {
  /** Stored with every submitted text, so it never changes. */
  readonly name: string
  readonly accountSid: string
  readonly authToken: string
  /** Scheme, host and port at which the carrier reaches us; part of the signed URL. */
  readonly publicOrigin: string
  /** Scheme, host and port of the carrier. */
  readonly apiOrigin?: string
  /** Limit of requests in flight. */
  readonly window?: number
  readonly timings?: Partial<Timings>
}

interface Timings {
  /** Longer than fetch's connect timeout of 10 s: a failed connection certainly sent nothing, an aborted request may have. */
  readonly answerTimeoutMs: number
  /** Interval of checks while the carrier is up. */
  readonly probeMs: number
  /** Interval of checks while it is down, at first and at most. */
  readonly reconnectFirstMs: number
  readonly reconnectMostMs: number
  /** Interval of the search for missed replies, and their minimum age. */
  readonly catchUpMs: number
  readonly catchUpAgeMs: number
  /** Pause after the carrier throttles without a duration, at first and at most. */
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

/** A time series of promtool: its values, one a minute. */
export interface Series {
  readonly series: string
  /** In promtool's notation: `0x5` is six zeros, `0+10x5` rises by ten. */
  readonly values: string
}

export interface Alert {
  /** Begins with Parley, so that it can be routed by name. */
  readonly name: string
  readonly when: string
  /** How long it must last, in Prometheus' notation. */
  readonly lasting: string
  /** page: somebody gets up. ticket: somebody looks within a working day. */
  readonly severity: 'page' | 'ticket'
  /** What is the matter, in one sentence that can be read at night. */
  readonly summary: string
  /** Section of docs/operations.md that says what to do. */
  readonly section: string
  /** Seen by promtool: series with which it must fire at a minute, and the nearest ones with which it must not. */
  readonly proof: {
    readonly atMinute: number
    readonly fires: readonly Series[]
    readonly silent: readonly Series[]
  }
}

/** An alert on the value of one metric that stays at it: most of them. */
export function threshold(
  alert: Omit<Alert, 'proof' | 'when'> & {
    readonly metric: string
    readonly comparison: string
    /** The series behind it, if the metric alone does not name it. */
    readonly series?: string
    /** A value that fires, and the nearest that does not. */
    readonly bad: number
    readonly good: number
  },
): Alert {
  const { metric, comparison, series = metric, bad, good, ...rest } = alert
  const minutes = minutesOf(alert.lasting) + 2
  const constant = (value: number): Series[] => [{ series, values: `${value}x${minutes}` }]
  return {
    ...rest,
    when: `${metric} ${comparison}`,
    proof: { atMinute: minutes, fires: constant(bad), silent: constant(good) },
  }
}

export function minutesOf(duration: string): number {
  const [, count = '', unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? []
  const inMinutes: Record<string, number> = { s: 1 / 60, m: 1, h: 60, d: 1_440 }
  const factor = inMinutes[unit]
  if (factor === undefined) throw new Error(`${duration} is not a duration`)
  return Math.ceil(Number(count) * factor)
}

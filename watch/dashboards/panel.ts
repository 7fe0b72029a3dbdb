/** A time series of a dashboard. */
export interface Panel {
  readonly title: string
  /** What a reader should see in it. */
  readonly description: string
  /** Grafana's name of the unit, such as s, bytes, reqps, percentunit or short. */
  readonly unit: string
  readonly queries: readonly Query[]
}

interface Query {
  readonly query: string
  /** Name of each line, with labels in double braces. */
  readonly legend: string
}

export interface Section {
  readonly title: string
  readonly panels: readonly Panel[]
}

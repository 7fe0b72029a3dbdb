/** Processor time for each send, in microseconds. */
export interface ProcessorTime {
  readonly postgresql?: number
  readonly api?: number
  /** Includes the simulator, which runs in the worker. */
  readonly worker?: number
  readonly sealer?: number
  /** Only if it is a separate process. */
  readonly carrier?: number
  readonly load: number
}

export interface Figure {
  readonly name: string
  readonly rate: number
  readonly p50Ms?: number
  readonly p99Ms?: number
  readonly maxMs?: number
  readonly microseconds?: ProcessorTime
  /** Share of CPU in use. */
  readonly busy?: number
  /** Share of CPU used by other programs. A high share invalidates the figure. */
  readonly others?: number
  /** Additional details. */
  readonly notes?: Readonly<Record<string, number | string>>
}

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits))

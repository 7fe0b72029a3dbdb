/** Processor time for each send, in microseconds. */
export interface ProcessorTime {
  readonly postgresql?: number
  readonly api?: number
  /** With the simulator, which runs in it. */
  readonly worker?: number
  /** Where it is a process of its own. */
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
  /** Of all processors, how much was at work. */
  readonly busy?: number
  /** Of all processors, how much was at work for programs that are not part of this. A figure with much of it is none. */
  readonly others?: number
  /** Whatever else is to be known. */
  readonly notes?: Readonly<Record<string, number | string>>
}

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits))

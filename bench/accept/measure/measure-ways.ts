import { closedLoop, type Load, spacedSends } from '../load/load.ts'
import type { Bench } from '../parts.ts'
import { type Figure, round } from '../report/figure.ts'
import { measureService } from './measure-service.ts'
import { percentile } from './percentile.ts'

const pairs = 5
const pauseMs = 50
const usual = 'TCP, an api process for each core'

interface Way {
  readonly name: string
  readonly isOnSocket: boolean
  readonly apiProcesses: number | undefined
}

const ways: readonly Way[] = [
  { name: usual, isOnSocket: false, apiProcesses: undefined },
  { name: 'unix socket', isOnSocket: true, apiProcesses: undefined },
  { name: 'one api process', isOnSocket: false, apiProcesses: 1 },
]

const loads: readonly { readonly name: string; readonly load: Load; readonly warmUp?: Load }[] = [
  { name: '64 connections', load: closedLoop(64) },
  { name: 'idle, single send', load: spacedSends(pauseMs), warmUp: closedLoop(64) },
]

/** What an operator may choose without a change of the service, in turn with the usual way. */
export async function* measureWays(bench: Bench): AsyncGenerator<Figure> {
  for (const { name: loadName, load, warmUp } of loads) {
    const measured = new Map<string, Figure[]>(ways.map(({ name }) => [name, []]))
    for (let pair = 1; pair <= (bench.isShort ? 1 : pairs); pair += 1)
      for (const { name, isOnSocket, apiProcesses } of ways) {
        const apiPorts = bench.apiPorts.slice(0, apiProcesses)
        const figure = await measureService(
          { ...bench, apiPorts },
          {
            name: `service, ${loadName}, ${name}, ${pair}`,
            load,
            ...(warmUp && { warmUp }),
            hasWorker: false,
            isOnSocket,
          },
        )
        measured.get(name)?.push(figure)
        yield figure
      }
    for (const { name } of ways) yield medianOf(`service, ${loadName}, ${name}, medians`, measured, name)
  }
}

function medianOf(name: string, measured: ReadonlyMap<string, readonly Figure[]>, way: string): Figure {
  const figures = measured.get(way) ?? []
  const beside = measured.get(usual) ?? []
  const median = (pick: (figure: Figure) => number): number =>
    percentile(Float64Array.from(figures, pick).toSorted(), 0.5)
  return {
    name,
    rate: median(({ rate }) => rate),
    p50Ms: median(({ p50Ms = 0 }) => p50Ms),
    p99Ms: median(({ p99Ms = 0 }) => p99Ms),
    microseconds: {
      postgresql: median(({ microseconds }) => microseconds?.postgresql ?? 0),
      api: median(({ microseconds }) => microseconds?.api ?? 0),
      load: median(({ microseconds }) => microseconds?.load ?? 0),
    },
    busy: median(({ busy = 0 }) => busy),
    notes: {
      'rate, % of the usual way in each pair': figures
        .map(({ rate }, index) => round((100 * rate) / (beside[index]?.rate ?? rate)))
        .join(' '),
      'p50, % of the usual way in each pair': figures
        .map(({ p50Ms = 0 }, index) => round((100 * p50Ms) / (beside[index]?.p50Ms ?? p50Ms)))
        .join(' '),
    },
  }
}

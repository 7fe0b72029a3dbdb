import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startMeter } from '../accept/measure/meter.ts'
import { type Figure, round } from '../accept/report/figure.ts'
import { linkArguments } from './link.ts'
import type { SmppBench } from './parts.ts'
import { startFastSmsc } from './smsc-process.ts'

const program = fileURLToPath(new URL('run-adapter.ts', import.meta.url))

interface Ran {
  readonly texts: number
  readonly accepted: number
  readonly seconds: number
  readonly microseconds: number
}

/** The adapter alone, without worker and database: the upper bound for everything built on it. */
export async function* measureAdapter(bench: SmppBench): AsyncGenerator<Figure> {
  for (const window of bench.windows) yield await measure(bench, window)
}

async function measure({ seconds, nodeArguments }: SmppBench, window: number): Promise<Figure> {
  const smsc = await startFastSmsc(false)
  try {
    const stopMeter = startMeter({ api: [], worker: [], carrier: [smsc.pid] }, seconds)
    const args = [...nodeArguments, program, ...linkArguments(smsc.port, window), `--seconds=${seconds}`]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const ran = JSON.parse(stdout) as Ran
    const { taken } = await smsc.count()
    const { microseconds, ...metered } = stopMeter(taken, Number.POSITIVE_INFINITY)
    if (taken !== ran.texts || taken !== ran.accepted) {
      throw new Error(`the carrier accepted ${taken} texts of ${JSON.stringify(ran)}`)
    }
    return {
      name: `carrier alone, window ${window}`,
      rate: round(taken / ran.seconds, 0),
      ...metered,
      // Excludes the start-up time.
      microseconds: { ...microseconds, worker: round(ran.microseconds, 0), load: 0 },
    }
  } finally {
    await smsc.stop()
  }
}

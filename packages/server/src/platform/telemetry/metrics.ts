import { monitorEventLoopDelay } from 'node:perf_hooks'
import { metrics } from '@opentelemetry/api'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { AggregationTemporality, InstrumentType, MeterProvider } from '@opentelemetry/sdk-metrics'
import { withFormerNames } from './former-names.ts'

export interface Metrics {
  /** All metrics in the Prometheus text format. */
  readonly render: () => Promise<string>
}

/**
 * Shows only gauge values observed for this reading. Otherwise the last value of every series would be shown until the process
 * ends, and its alert would never clear.
 */
class CurrentReader extends PrometheusExporter {
  override selectAggregationTemporality(type: InstrumentType): AggregationTemporality {
    return type === InstrumentType.OBSERVABLE_GAUGE
      ? AggregationTemporality.DELTA
      : AggregationTemporality.CUMULATIVE
  }
}

/** Exports the process's metrics. Instruments come from the OpenTelemetry API and need no wiring. */
export function startMetrics(): Metrics {
  const reader = new CurrentReader({ preventServerStart: true })
  // A second registration is ignored without a word: test files that share a process would read the metrics of the first.
  metrics.disable()
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
  observeProcess()
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true)
  return {
    render: async () => withFormerNames(serializer.serialize((await reader.collect()).resourceMetrics)),
  }
}

function observeProcess(): void {
  const meter = metrics.getMeter('parley')
  const loopDelay = monitorEventLoopDelay({ resolution: 10 })
  loopDelay.enable()
  meter
    .createObservableGauge('nodejs.eventloop.delay.p99_seconds', {
      unit: 's',
      description: 'Event loop delay, 99th percentile since the last reading',
    })
    .addCallback(result => {
      result.observe(loopDelay.percentile(99) / 1e9)
      loopDelay.reset()
    })
  meter
    .createObservableGauge('process.resident_memory_bytes', { unit: 'By', description: 'Resident memory' })
    .addCallback(result => result.observe(process.memoryUsage.rss()))
  meter
    .createObservableCounter('process.cpu_seconds', { unit: 's', description: 'Processor time used' })
    .addCallback(result => {
      const { user, system } = process.cpuUsage()
      result.observe((user + system) / 1e6)
    })
}

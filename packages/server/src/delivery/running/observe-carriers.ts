import { metrics } from '@opentelemetry/api'
import type { CarrierReport } from './watch-carrier.ts'

/** Exports the state of each carrier. One that failed to connect shows its link as down. */
export function observeCarriers(read: () => ReadonlyMap<string, CarrierReport>): { stop(): void } {
  const meter = metrics.getMeter('parley')
  const gauges = {
    link: meter.createObservableGauge('parley.carrier.link', {
      description: '1 while the link to the carrier is up, 0 while it is down',
    }),
    bound: meter.createObservableGauge('parley.carrier.bound', { description: 'Binds that are up' }),
    binds: meter.createObservableGauge('parley.carrier.binds', { description: 'Binds that there should be' }),
    waiting: meter.createObservableGauge('parley.carrier.waiting', {
      description: 'Texts handed to the carrier that have no answer yet',
    }),
    allowed: meter.createObservableGauge('parley.carrier.window', {
      description: 'Texts that may be without an answer',
    }),
    textsPerSecond: meter.createObservableGauge('parley.carrier.rate', {
      description: 'Texts that the carrier took a second, over the last ten seconds',
    }),
    pausedForMs: meter.createObservableGauge('parley.carrier.throttled_seconds', {
      unit: 's',
      description: 'For how long the carrier wants nothing',
    }),
    lastError: meter.createObservableGauge('parley.carrier.error.age_seconds', {
      unit: 's',
      description: 'How long ago something last went wrong with the carrier',
    }),
  }
  const all = Object.values(gauges)
  const callback = (result: Parameters<Parameters<typeof meter.addBatchObservableCallback>[0]>[0]): void => {
    for (const [carrier, report] of read()) {
      const about = { carrier }
      result.observe(gauges.link, report.link === 'up' ? 1 : 0, about)
      result.observe(gauges.bound, report.bound, about)
      result.observe(gauges.binds, report.binds, about)
      result.observe(gauges.waiting, report.waiting, about)
      result.observe(gauges.allowed, report.allowed, about)
      result.observe(gauges.textsPerSecond, report.textsPerSecond, about)
      result.observe(gauges.pausedForMs, report.pausedForMs / 1_000, about)
      if (!report.lastError) continue
      result.observe(gauges.lastError, (Date.now() - report.lastError.at.getTime()) / 1_000, about)
    }
  }
  meter.addBatchObservableCallback(callback, all)
  return { stop: () => meter.removeBatchObservableCallback(callback, all) }
}

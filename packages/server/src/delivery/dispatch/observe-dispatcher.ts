import { metrics } from '@opentelemetry/api'
import type { ClaimEnding } from './claim-queries.ts'

export interface DispatcherState {
  readonly carrier: string
  /** How long the oldest waiting text has been due. */
  readonly oldestMs: number
  readonly lanes: number
  readonly textsInFlight: number
}

type TextOutcome = 'submitted' | 'failed' | 'unconfirmed' | 'waiting' | 'doubtful' | ClaimEnding

export interface DispatcherMetrics {
  counted(outcome: TextOutcome, texts: number): void
  submitting(texts: number): void
  stop(): void
}

/** Exports dispatch metrics. No label identifies a number, an advisor or a text. */
export function observeDispatcher(read: () => DispatcherState): DispatcherMetrics {
  const meter = metrics.getMeter('parley')
  const outcomes = meter.createCounter('parley.texts', {
    description: 'Attempts to hand a text to the carrier, by outcome',
  })
  const batches = meter.createHistogram('parley.texts.batch', {
    description: 'Texts handed to the carrier at once',
    advice: { explicitBucketBoundaries: [1, 5, 20, 50, 100, 200, 500] },
  })
  const oldest = meter.createObservableGauge('parley.texts.oldest.age_seconds', {
    unit: 's',
    description: 'For how long the text that waits longest has been due, as of the last sweep',
  })
  const lanes = meter.createObservableGauge('parley.lanes', {
    description: 'Numbers with texts waiting or in flight that this process knows of',
  })
  const inFlight = meter.createObservableGauge('parley.texts.in_flight', {
    description: 'Texts claimed and not yet recorded by this process',
  })
  const callback = (result: Parameters<Parameters<typeof meter.addBatchObservableCallback>[0]>[0]): void => {
    const state = read()
    // There is one dispatcher per carrier; without the label one would hide the others.
    const about = { carrier: state.carrier }
    result.observe(oldest, state.oldestMs / 1_000, about)
    result.observe(lanes, state.lanes, about)
    result.observe(inFlight, state.textsInFlight, about)
  }
  const observed = [oldest, lanes, inFlight]
  meter.addBatchObservableCallback(callback, observed)
  return {
    counted: (outcome, texts) => outcomes.add(texts, { outcome }),
    submitting: texts => batches.record(texts),
    stop: () => meter.removeBatchObservableCallback(callback, observed),
  }
}

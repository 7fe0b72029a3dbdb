import { metrics } from '@opentelemetry/api'
import { expect, it } from 'vitest'
import { startMetrics } from './metrics.ts'

it('shows only the current values of a gauge', async () => {
  const { render } = startMetrics()
  const there = new Set(['one', 'two'])
  const meter = metrics.getMeter('parley')
  meter.createObservableGauge('parley.thing').addCallback(result => {
    for (const name of there) result.observe(1, { name })
  })
  const counter = meter.createCounter('parley.event')
  const shown = async (): Promise<string[]> => (await render()).match(/^parley_.*$/gm) ?? []
  counter.add(1, { name: 'one' })
  expect(await shown()).toEqual([
    'parley_thing{name="one"} 1',
    'parley_thing{name="two"} 1',
    'parley_event_total{name="one"} 1',
  ])
  there.delete('two')
  expect(await shown()).toEqual(['parley_thing{name="one"} 1', 'parley_event_total{name="one"} 1'])
  there.clear()
  expect(await shown()).toEqual(['parley_event_total{name="one"} 1'])
  there.add('two')
  expect(await shown()).toContain('parley_thing{name="two"} 1')
})

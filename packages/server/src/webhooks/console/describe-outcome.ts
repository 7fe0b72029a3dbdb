import type { Outcome } from '../calls/attempt-delivery.ts'

export function describeOutcome(outcome: Outcome): string {
  const { milliseconds } = outcome
  switch (outcome.kind) {
    case 'delivered':
      return `delivered with status ${outcome.status} in ${milliseconds} ms.`
    case 'refused':
      return `refused with status ${outcome.status} after ${milliseconds} ms. Answer with 2xx.`
    case 'timeout':
      return 'no answer in 15 seconds.'
    case 'unreachable':
      return `it could not be sent. ${outcome.why}`
  }
}

import { metrics } from '@opentelemetry/api'
import closeWithGrace from 'close-with-grace'
import type { Logger } from '../platform/telemetry/logger.ts'

interface Stopping {
  readonly shutdownGraceMs: number
  readonly log: Logger
  /** Finishes the work in progress. */
  readonly stop: () => Promise<void>
}

/**
 * Stops the process on a signal and after an uncaught exception. A rejection that nothing handles does not stop it: one request or
 * text went wrong, and stopping would cost all others in flight their outcomes. It is logged and counted, and an alert reads the count.
 */
export function stopWithGrace({ shutdownGraceMs, log, stop }: Stopping): void {
  const rejections = metrics.getMeter('parley').createCounter('parley.process.unhandled_rejections', {
    description: 'Rejected promises that nothing handled: mistakes in Parley, to be reported',
  })
  rejections.add(0)
  process.on('unhandledRejection', error => {
    rejections.add(1)
    log.error({ err: error }, 'a rejected promise was not handled')
  })
  closeWithGrace(
    { delay: shutdownGraceMs, logger: false, skip: ['unhandledRejection'] },
    async ({ signal, err }) => {
      if (err) log.fatal({ err }, 'stopping after an uncaught error')
      else log.info({ signal }, 'stopping')
      await stop()
      log.info('stopped')
    },
  )
}

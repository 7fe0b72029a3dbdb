import type { Carrier } from '../../carriers/index.ts'

interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** A link that comes up this soon after startup was never down; do not raise an alert. */
const startMs = 250

/** Reports whether the link is up and logs changes. */
export function watchLink(carrier: Carrier, log: Log): { isUp(): boolean } {
  const startsUntilMs = performance.now() + startMs
  /** Undefined until the first log line. */
  let wasUp: boolean | undefined
  return {
    isUp: () => {
      const isUp = carrier.link === 'up'
      if (isUp === wasUp) return isUp
      if (wasUp === undefined && !isUp && performance.now() < startsUntilMs) return false
      if (isUp) log.info({ carrier: carrier.name }, 'carrier link up')
      else log.warn({ carrier: carrier.name }, 'carrier link down, texts are waiting')
      wasUp = isUp
      return isUp
    },
  }
}

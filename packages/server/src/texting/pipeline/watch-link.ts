import type { Carrier } from '../../carriers/index.ts'

interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** A link that comes up so soon after the start was never down: nobody is to be alarmed. */
const startMs = 250

/** Tells whether the link is up, and the log when that changes. */
export function watchLink(carrier: Carrier, log: Log): { isUp(): boolean } {
  const startsUntilMs = performance.now() + startMs
  let wasUp = true
  let hasBeenUp = false
  return {
    isUp: () => {
      const isUp = carrier.link === 'up'
      hasBeenUp ||= isUp
      if (!hasBeenUp && performance.now() < startsUntilMs) return false
      if (wasUp && !isUp) log.warn({ carrier: carrier.name }, 'the link is down, texts wait')
      if (!wasUp && isUp) log.info({ carrier: carrier.name }, 'the link is up, texts move')
      wasUp = isUp
      return isUp
    },
  }
}

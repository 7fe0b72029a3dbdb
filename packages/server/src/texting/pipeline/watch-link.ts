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
  /** Undefined: nobody was told anything yet. */
  let wasUp: boolean | undefined
  return {
    isUp: () => {
      const isUp = carrier.link === 'up'
      if (isUp === wasUp) return isUp
      if (wasUp === undefined && !isUp && performance.now() < startsUntilMs) return false
      if (isUp) log.info({ carrier: carrier.name }, 'the link is up, texts move')
      else log.warn({ carrier: carrier.name }, 'the link is down, texts wait')
      wasUp = isUp
      return isUp
    },
  }
}

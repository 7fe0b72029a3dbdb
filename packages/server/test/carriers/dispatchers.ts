import {
  type Dispatcher,
  type DispatcherParts,
  startDispatcher,
} from '../../src/delivery/dispatch/dispatcher.ts'
import type { Database } from '../../src/platform/db/pool.ts'

interface Dispatchers {
  readonly dispatch: (parts: Partial<DispatcherParts> & Pick<DispatcherParts, 'carrier'>) => Dispatcher
  readonly stopAll: () => Promise<void>
  /** Their log lines. */
  readonly lines: { readonly message: string }[]
}

/** Starts dispatchers and stops all of them at once. */
export function dispatchers(database: Database): Dispatchers {
  const running: Dispatcher[] = []
  const lines: { message: string }[] = []
  const say = (fields: object, message: string): void => void lines.push({ message, ...fields })
  return {
    lines,
    dispatch: parts => {
      const dispatcher = startDispatcher({
        database,
        log: { info: say, warn: say, error: say },
        settleReceipts: () => Promise.resolve(),
        ...parts,
      })
      running.push(dispatcher)
      return dispatcher
    },
    stopAll: async () => {
      await Promise.all(running.splice(0).map(dispatcher => dispatcher.stop()))
    },
  }
}

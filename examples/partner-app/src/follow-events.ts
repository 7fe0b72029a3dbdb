// Learns from events what became of each text: nothing is polled, and after a restart nothing is missed.
import { AuthorizationRequiredError, type EventFilter, type Parley, type ParleyEvent } from '@parley/sdk'
import type { Store } from './store.ts'

interface Parts {
  readonly store: Store
  readonly parleyFor: (advisor: string) => Parley
  /** Called after something about the advisor's texts has changed. */
  readonly changed: (advisor: string) => void
  readonly signal: AbortSignal
}

const types: readonly EventFilter[] = [
  'message.submitted',
  'message.delivered',
  'message.undelivered',
  'message.failed',
  'message.unconfirmed',
]

/** Returns a function that starts to follow an advisor's events, unless it does already. */
export function createEventFollower({ store, parleyFor, changed, signal }: Parts): (advisor: string) => void {
  const followed = new Set<string>()

  const handle = (advisor: string, { data }: ParleyEvent): void => {
    if (!('messageId' in data) || !('status' in data)) return
    // The same event may come twice. To store a status twice does no harm.
    store.saveDelivery(data.messageId, data.status)
    changed(advisor)
  }

  async function follow(advisor: string): Promise<void> {
    try {
      await parleyFor(advisor).events.consume({
        types,
        signal,
        load: () => store.cursorOf(advisor),
        save: cursor => store.saveCursor(advisor, cursor),
        handle: event => handle(advisor, event),
      })
    } catch (error) {
      // The advisor has withdrawn the permission: signing in again starts anew.
      if (!(error instanceof AuthorizationRequiredError)) console.error(`Events: ${(error as Error).message}`)
    } finally {
      followed.delete(advisor)
    }
  }

  return advisor => {
    if (followed.has(advisor)) return
    followed.add(advisor)
    void follow(advisor)
  }
}

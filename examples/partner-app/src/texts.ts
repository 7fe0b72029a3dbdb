// Sends texts in the background, and goes on with what was under way when the process ended.
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Parley, SendState, TextToSend } from '@parley/sdk'
import { createEventFollower } from './follow-events.ts'
import type { Store, Text } from './store.ts'

type About = Pick<Text, 'id' | 'advisor' | 'recipient'>

export interface Texts {
  send(about: Omit<About, 'id'>, text: TextToSend): void
  /** Takes up what an earlier process left. */
  resume(): void
  /** Follows what becomes of the advisor's texts, from now on and across restarts. */
  follow(advisor: string): void
  of(advisor: string): ShownText[]
  /** Calls back after every change of one of the advisor's texts, until the returned function is called. */
  watch(advisor: string, changed: () => void): () => void
  stop(): void
}

interface ShownText extends Text {
  /** Delivery status, once it is known. */
  readonly delivery?: string | undefined
}

interface Parts {
  readonly store: Store
  readonly parleyFor: (advisor: string) => Parley
}

export function createTexts({ store, parleyFor }: Parts): Texts {
  const changes = new EventEmitter().setMaxListeners(0)
  const stopping = new AbortController()
  const { signal } = stopping
  const changed = (advisor: string): void => void changes.emit(advisor)
  const follow = createEventFollower({ store, parleyFor, changed, signal })

  const save = (text: Text): void => {
    store.saveText(text)
    changed(text.advisor)
  }

  /** One call does it all: send, ask for consent where it is missing, wait for the event of the reply, send again. */
  async function run(about: About, start: SendState | TextToSend): Promise<void> {
    const parley = parleyFor(about.advisor)
    let text: Text | undefined = 'step' in start ? { ...about, state: start } : undefined
    try {
      await parley.sendWithConsent(start, {
        signal,
        save: state => {
          text = { ...about, state }
          save(text)
        },
      })
    } catch (error) {
      // It stays where it is and is taken up again at the next start.
      if (!signal.aborted && text) save({ ...text, trouble: (error as Error).message })
    }
  }

  const shown = (text: Text): ShownText => {
    const { result } = text.state
    return result?.outcome === 'sent' ? { ...text, delivery: store.deliveryOf(result.messageId) } : text
  }

  return {
    send: (about, text) => void run({ id: randomUUID(), ...about }, text),
    follow,
    resume: () => {
      for (const advisor of store.advisors()) follow(advisor)
      for (const { id, advisor, recipient, state } of store.texts()) {
        if (state.step !== 'ended') void run({ id, advisor, recipient }, state)
      }
    },
    of: advisor =>
      store
        .texts()
        .filter(text => text.advisor === advisor)
        .map(shown),
    watch: (advisor, show) => {
      changes.on(advisor, show)
      return () => changes.off(advisor, show)
    },
    stop: () => stopping.abort(),
  }
}

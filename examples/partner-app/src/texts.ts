// Sends texts in the background, and goes on with what was under way when the process ended.
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Parley, SendState, TextToSend } from '@parley/sdk'
import type { Store, Text } from './store.ts'

type About = Pick<Text, 'id' | 'advisor' | 'recipient'>

export interface Texts {
  send(about: Omit<About, 'id'>, text: TextToSend): void
  /** Takes up what an earlier process left. */
  resume(): void
  of(advisor: string): Text[]
  /** Calls back after every change of one of the advisor's texts, until the returned function is called. */
  watch(advisor: string, changed: () => void): () => void
  stop(): void
}

interface Parts {
  readonly store: Store
  readonly parleyFor: (advisor: string) => Parley
  readonly pollIntervalMs: number | undefined
}

export function createTexts({ store, parleyFor, pollIntervalMs }: Parts): Texts {
  const changes = new EventEmitter().setMaxListeners(0)
  const stopping = new AbortController()
  const { signal } = stopping

  const save = (text: Text): void => {
    store.saveText(text)
    changes.emit(text.advisor)
  }

  /** One call does it all: send, ask for consent where it is missing, wait for the answer, send again. */
  async function run(about: About, start: SendState | TextToSend): Promise<void> {
    const parley = parleyFor(about.advisor)
    let text: Text | undefined = 'step' in start ? { ...about, state: start } : undefined
    try {
      const result = await parley.sendWithConsent(start, {
        signal,
        pollIntervalMs,
        save: state => {
          text = { ...about, state }
          save(text)
        },
      })
      if (result.outcome === 'sent' && text) await follow(parley, text, result.messageId)
    } catch (error) {
      // It stays where it is and is taken up again at the next start.
      if (!signal.aborted && text) save({ ...text, trouble: (error as Error).message })
    }
  }

  /** Looks how far the text has come, for a minute at most. */
  async function follow(parley: Parley, text: Text, messageId: number): Promise<void> {
    for (let look = 0; look < 60 && !signal.aborted; look += 1) {
      const { status } = await parley.messages.get(messageId, { signal })
      if (status !== text.delivery) {
        text = { ...text, delivery: status }
        save(text)
      }
      if (status !== 'accepted' && status !== 'submitted') return
      await new Promise(resolve => setTimeout(resolve, 1_000))
    }
  }

  return {
    send: (about, text) => void run({ id: randomUUID(), ...about }, text),
    resume: () => {
      for (const { id, advisor, recipient, state } of store.texts()) {
        if (state.step !== 'ended') void run({ id, advisor, recipient }, state)
      }
    },
    of: advisor => store.texts().filter(text => text.advisor === advisor),
    watch: (advisor, changed) => {
      changes.on(advisor, changed)
      return () => changes.off(advisor, changed)
    },
    stop: () => stopping.abort(),
  }
}

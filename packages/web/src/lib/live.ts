import type { AppEventName, AppEvents } from '@parley/contract'
import { useSyncExternalStore } from 'react'
import { call } from './call.ts'
import { eventsPath } from './contract.ts'

type LiveEvent = {
  [Name in AppEventName]: { readonly name: Name; readonly data: AppEvents[Name] }
}[AppEventName]

type Listener = (event: LiveEvent) => void

const names: readonly AppEventName[] = [
  'ready',
  'reset',
  'end',
  'message',
  'status',
  'consent',
  'read',
  'schedule',
  'contact',
  'group',
  'application',
]

/** A short break is nobody's concern. */
const patienceMs = 3_000
const retryMaxMs = 10_000

const listeners = new Set<Listener>()
const watchers = new Set<() => void>()
let isLost = false

export function onLive(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether what is on the screen may be out of date. */
export const useIsLost = (): boolean =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => isLost,
  )

/**
 * Listens until the page is left. The browser comes back by itself after a break, saying what it saw last; where it gives
 * up, because it was answered with an error, we begin anew from the last event that we know of.
 */
export function startLive(): void {
  let lastId = ''
  let failures = 0
  let patience: ReturnType<typeof setTimeout> | undefined

  open()
  window.addEventListener('offline', () => setLost(true))

  function open(): void {
    const source = new EventSource(lastId === '' ? eventsPath : `${eventsPath}?after=${lastId}`)
    source.addEventListener('open', () => {
      failures = 0
      clearTimeout(patience)
      patience = undefined
      setLost(false)
    })
    source.addEventListener('error', () => {
      patience ??= setTimeout(() => setLost(true), patienceMs)
      if (source.readyState !== EventSource.CLOSED) return
      source.close()
      failures += 1
      setTimeout(reopen, Math.min(retryMaxMs, 500 * 2 ** failures) * (0.75 + Math.random() / 2))
    })
    for (const name of names) {
      source.addEventListener(name, (message: MessageEvent<string>) => {
        if (message.lastEventId !== '') lastId = message.lastEventId
        const event = { name, data: JSON.parse(message.data) } as LiveEvent
        if (name === 'end') source.close()
        for (const listener of listeners) listener(event)
      })
    }
  }

  function reopen(): void {
    // A session that is over leads to the sign-in page from here; an EventSource does not tell its status.
    call('getMe', {}).then(open, () => {
      failures += 1
      setTimeout(reopen, Math.min(retryMaxMs, 500 * 2 ** failures))
    })
  }

  function setLost(lost: boolean): void {
    if (isLost === lost) return
    isLost = lost
    for (const watcher of watchers) watcher()
  }
}

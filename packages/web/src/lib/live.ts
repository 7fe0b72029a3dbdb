import type { AppEventName, AppEvents } from '@parley/contract'
import { useSyncExternalStore } from 'react'
import { call } from './call.ts'
import { eventsPath } from './contract.ts'
import { needsAccount } from './failure.ts'
import { currentAccount } from './me/account.ts'
import { isSessionOver, watchSession } from './session.ts'

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

/** Short interruptions are not shown. */
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

/** Whether the page may be out of date. */
export const useIsDisconnected = (): boolean =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => isLost,
  )

/**
 * Listens while the page is visible. The browser reconnects by itself with the last event id; if it gives up after an HTTP
 * error, we reconnect from the last event we know.
 */
export function startLive(): void {
  let lastId = ''
  let failures = 0
  let source: EventSource | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined

  listen()
  window.addEventListener('offline', () => setLost(true))
  // A connection that survives the interruption sends no event, so a new one is needed to clear the warning.
  window.addEventListener('online', () => {
    if (!isLost || source?.readyState !== EventSource.OPEN) return
    hangUp()
    listen()
  })
  // Without HTTP/2, a browser has six connections per host: six listening tabs would block the seventh.
  document.addEventListener('visibilitychange', () => (document.hidden ? hangUp() : listen()))

  watchSession(() => (isSessionOver() ? hangUp() : listen()))

  function listen(): void {
    if (source || retry !== undefined || document.hidden || isSessionOver()) return
    const opened = new EventSource(addressAfter(lastId))
    source = opened
    opened.addEventListener('open', () => {
      failures = 0
      clearTimeout(patience)
      patience = undefined
      setLost(false)
    })
    opened.addEventListener('error', () => {
      patience ??= setTimeout(() => setLost(true), patienceMs)
      if (opened.readyState !== EventSource.CLOSED) return
      source = undefined
      listenLater()
    })
    for (const name of names) {
      opened.addEventListener(name, (message: MessageEvent<string>) => {
        if (message.lastEventId !== '') lastId = message.lastEventId
        const event = { name, data: JSON.parse(message.data) } as LiveEvent
        if (name === 'end') opened.close()
        for (const listener of listeners) listener(event)
      })
    }
  }

  function listenLater(): void {
    if (isSessionOver()) return
    failures += 1
    const waitMs = Math.min(retryMaxMs, 500 * 2 ** failures) * (0.75 + Math.random() / 2)
    retry = setTimeout(() => {
      // Detects an ended session, because EventSource does not expose the status.
      call('getMe', {}).then(listenAgain, error => needsAccount(error) || listenLater())
    }, waitMs)
  }

  function addressAfter(last: string): string {
    const account = currentAccount()
    const query = new URLSearchParams({
      ...(last !== '' && { after: last }),
      ...(account !== undefined && { account }),
    })
    return query.size === 0 ? eventsPath : `${eventsPath}?${query}`
  }

  function listenAgain(): void {
    retry = undefined
    listen()
  }

  function hangUp(): void {
    source?.close()
    source = undefined
    for (const timer of [patience, retry]) clearTimeout(timer)
    patience = undefined
    retry = undefined
  }

  function setLost(lost: boolean): void {
    if (isLost === lost) return
    isLost = lost
    for (const watcher of watchers) watcher()
  }
}

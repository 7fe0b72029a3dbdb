import { useSyncExternalStore } from 'react'

const watchers = new Set<() => void>()
let isOver = false
let holdsWork = (): boolean => false

/** Says whether something would be lost with the page. */
export function keepPageWhile(holds: () => boolean): void {
  holdsWork = holds
}

export const isSessionOver = (): boolean => isOver

export function watchSession(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useIsSessionOver = (): boolean => useSyncExternalStore(watchSession, isSessionOver)

/** Nobody is signed in any more. Whoever has begun to write signs in beside this page; everybody else is led there. */
export function endSession(): void {
  if (holdsWork()) setOver(true)
  else signIn()
}

export const resumeSession = (): void => setOver(false)

function setOver(over: boolean): void {
  if (isOver === over) return
  isOver = over
  for (const watcher of watchers) watcher()
}

/** Leaves for the sign-in page, which leads back here. */
export function signIn(again = false): void {
  const to = encodeURIComponent(`${location.pathname}${location.search}`)
  location.assign(`/app/sign-in?to=${to}${again ? '&again=1' : ''}`)
}

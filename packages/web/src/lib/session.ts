import { useSyncExternalStore } from 'react'

const watchers = new Set<() => void>()
let isOver = false
let isLeaving = false
let holdsWork = (): boolean => false

/** Sets the check for unsaved work. */
export function keepPageWhile(holds: () => boolean): void {
  holdsWork = holds
}

export const isSessionOver = (): boolean => isOver

export function watchSession(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useIsSessionOver = (): boolean => useSyncExternalStore(watchSession, isSessionOver)

/** Ends the session: keeps the page if there are drafts, otherwise goes to the sign-in page. */
export function endSession(): void {
  if (isLeaving) return
  if (holdsWork()) setOver(true)
  else signIn()
}

export const resumeSession = (): void => setOver(false)

function setOver(over: boolean): void {
  if (isOver === over) return
  isOver = over
  for (const watcher of watchers) watcher()
}

/**
 * Signs out and goes to the sign-in page, which does not return here. The live event for the ended session may arrive before
 * the response and must not navigate a second time.
 */
export function leaveAfter(signOut: Promise<unknown>): void {
  isLeaving = true
  void signOut.catch(() => undefined).then(() => location.assign('/app/sign-in'))
}

/** Goes to the sign-in page, which returns here. */
export function signIn(again = false): void {
  const to = encodeURIComponent(`${location.pathname}${location.search}`)
  location.assign(`/app/sign-in?to=${to}${again ? '&again=1' : ''}`)
}

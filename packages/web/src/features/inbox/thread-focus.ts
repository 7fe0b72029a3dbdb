import { type RefObject, useEffect, useReducer } from 'react'

let wanted: number | undefined
const watchers = new Set<() => void>()

/** Moves the focus into a thread once it is shown. For the keyboard: on a phone, a focused composer opens the keyboard. */
export function focusThread(memberId: number): void {
  wanted = memberId
  for (const watcher of watchers) watcher()
}

/** Takes the focus if it was asked for: to the composer, or to the heading where there is none. */
export function useThreadFocus(
  memberId: number,
  pane: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
): void {
  const [, look] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    watchers.add(look)
    return () => void watchers.delete(look)
  }, [])
  useEffect(() => {
    if (wanted !== memberId || !pane.current) return
    wanted = undefined
    const composer = pane.current.querySelector<HTMLElement>('[data-composer]')
    const target = composer ?? heading.current
    target?.focus()
  })
}

import type { Conversation } from '@parley/contract'
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface ListKeys {
  /** Index of the row that Tab reaches; -1 in an empty list. */
  readonly tabStop: number
  readonly walk: (event: KeyboardEvent) => void
  readonly onFocus: (event: FocusEvent) => void
}

/** Arrow keys, Home and End move through the list, including rows that are not rendered yet. */
export function useListKeys(
  rows: readonly Conversation[],
  open: number | undefined,
  scrollTo: (index: number) => void,
  list: RefObject<HTMLElement | null>,
): ListKeys {
  // By id, because a new text moves its conversation.
  const [current, setCurrent] = useState<number>()
  const indexOf = (memberId: number | undefined): number => rows.findIndex(row => row.memberId === memberId)
  const known = [current, open].map(indexOf).find(index => index >= 0)
  const tabStop = rows.length === 0 ? -1 : (known ?? 0)
  const isMoving = useRef(false)
  useLayoutEffect(() => {
    if (!isMoving.current) return
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${tabStop}"] a`)
    if (!row) return
    isMoving.current = false
    row.focus({ preventScroll: true })
  })
  const walk = (event: KeyboardEvent): void => {
    const to = {
      ArrowDown: tabStop + 1,
      ArrowUp: tabStop - 1,
      Home: 0,
      End: rows.length - 1,
    }[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const next = Math.max(0, Math.min(rows.length - 1, to))
    if (next === tabStop) return
    isMoving.current = true
    setCurrent(rows[next]?.memberId)
    scrollTo(next)
  }
  const onFocus = ({ target }: FocusEvent): void => {
    const index = target.closest('[data-index]')?.getAttribute('data-index')
    if (index) setCurrent(rows[Number(index)]?.memberId)
  }
  return { tabStop, walk, onFocus }
}

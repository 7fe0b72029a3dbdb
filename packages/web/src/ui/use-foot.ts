import { type RefObject, useEffect, useRef } from 'react'

/** Marks the bottom bar, so that notices appear above it and do not cover its buttons. */
export function useFoot(): RefObject<HTMLDivElement | null> {
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = foot.current
    if (!box) return
    const { style } = document.documentElement
    const watcher = new ResizeObserver(() => style.setProperty('--foot', `${box.offsetHeight}px`))
    watcher.observe(box)
    return () => {
      watcher.disconnect()
      style.removeProperty('--foot')
    }
  }, [])
  return foot
}

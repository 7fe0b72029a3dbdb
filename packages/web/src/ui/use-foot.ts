import { type RefObject, useEffect, useRef } from 'react'

/** For what stands at the bottom of the screen: notices come up above it, not on the button that one needs next. */
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

import { useEffect, useState } from 'react'

/**
 * Returns the focus to where it was before mounting, or to the page if that is gone, unless something else has it by then.
 * Mantine does this only for dialogs opened later, not for those mounted open; without it, keyboard users start again at the
 * top of the page.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement && document.activeElement !== document.body) return
      const target =
        before?.isConnected && before !== document.body ? before : document.getElementById('main')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    },
    [before],
  )
}

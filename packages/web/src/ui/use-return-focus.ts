import { useEffect, useState } from 'react'

/**
 * Returns the focus to where it was before mounting. Mantine does this only for dialogs opened later, not for those mounted
 * open; without it, keyboard users start again at the top of the page.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    },
    [before],
  )
}

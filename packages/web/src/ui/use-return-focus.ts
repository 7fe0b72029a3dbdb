import { useEffect, useState } from 'react'

/**
 * Puts the focus back to where it was when this came up. Mantine does so for what is opened later, not for what comes up
 * open: without it, whoever works by keyboard begins anew at the top of the page.
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

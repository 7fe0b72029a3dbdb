import { useHotkeys } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

/**
 * Starts a new text in To, or in the text if the URL names recipients. By draft, because the n key can lead from one New text
 * to another.
 */
export function useComposeFocus(draft: string, hasRecipients: boolean) {
  const to = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => (hasRecipients ? box : to).current?.focus(), [draft, hasRecipients])
  useHotkeys([['n', () => to.current?.focus()]])
  return { to, box }
}

import { useDebouncedValue } from '@mantine/hooks'

interface DebouncedSearch {
  readonly search: string
  /** False while the results belong to earlier input: a quick key press would choose the wrong one. */
  readonly isSettled: boolean
}

/** The typed text, once typing has paused. */
export function useDebouncedSearch(typed: string, waitMs: number): DebouncedSearch {
  const text = typed.trim()
  const [search] = useDebouncedValue(text, waitMs)
  return { search, isSettled: search === text }
}

import { useDebouncedValue } from '@mantine/hooks'

interface SettledWords {
  readonly search: string
  /** Not before that: until then, whatever was found was found for other words, and a quick key would choose it. */
  readonly isSettled: boolean
}

/** What somebody typed, once they have stopped for a moment. */
export function useSettledWords(typed: string, waitMs: number): SettledWords {
  const words = typed.trim()
  const [search] = useDebouncedValue(words, waitMs)
  return { search, isSettled: search === words }
}

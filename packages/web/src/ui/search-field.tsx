import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** How long to wait after the last key press. */
const waitMs = 250

interface SearchFieldProps extends Pick<TextInputProps, 'className' | 'placeholder' | 'maw'> {
  readonly label: string
  readonly value: string
  readonly onSearch: (words: string) => void
}

/** Debounced search field. `/` focuses it from anywhere on the page. */
export function SearchField({ label, value, onSearch, ...props }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const search = useRef(onSearch)
  search.current = onSearch
  const asked = useRef(value)
  const router = useRouter()
  // The URL may change on its own, and our own change returns later than the next key press.
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])
  // No search after the page was left: it would navigate back.
  useEffect(() => {
    const words = typed.trim()
    if (words === asked.current) return
    const { pathname } = router.latestLocation
    const timer = setTimeout(() => {
      if (router.latestLocation.pathname !== pathname) return
      asked.current = words
      search.current(words)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [typed, router])
  useHotkeys([['/', () => field.current?.focus()]])
  return (
    <TextInput
      {...props}
      ref={field}
      type="search"
      aria-label={label}
      placeholder={props.placeholder ?? label}
      maxLength={150}
      value={typed}
      onChange={event => setTyped(event.currentTarget.value)}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={() => setTyped('')} />
      }
    />
  )
}

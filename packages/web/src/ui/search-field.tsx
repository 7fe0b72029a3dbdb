import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** Until somebody has typed a word. */
const waitMs = 250

interface SearchFieldProps extends Pick<TextInputProps, 'className' | 'placeholder' | 'maw'> {
  readonly label: string
  readonly value: string
  readonly onSearch: (words: string) => void
}

/** Searches while somebody types, a little behind. `/` leads here from anywhere on the page. */
export function SearchField({ label, value, onSearch, ...props }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const search = useRef(onSearch)
  search.current = onSearch
  const asked = useRef(value)
  const router = useRouter()
  // The address may change by itself; what was asked from here comes back later than the next letter is typed.
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])
  // Nothing is asked any more once the page is left, or is about to be: the search would lead back to it.
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
        typed !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={() => setTyped('')} />
      }
    />
  )
}

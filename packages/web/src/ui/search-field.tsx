import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

interface SearchFieldProps extends Pick<TextInputProps, 'className' | 'placeholder' | 'maw'> {
  readonly label: string
  readonly value: string
  readonly onSearch: (words: string) => void
}

/** Searches while somebody types, a little behind. `/` leads here from anywhere on the page. */
export function SearchField({ label, value, onSearch, ...props }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const search = useDebouncedCallback(onSearch, 250)
  useEffect(() => setTyped(now => (now.trim() === value ? now : value)), [value])
  useHotkeys([['/', () => field.current?.focus()]])
  const change = (words: string): void => {
    setTyped(words)
    search(words.trim())
  }
  return (
    <TextInput
      {...props}
      ref={field}
      type="search"
      aria-label={label}
      placeholder={props.placeholder ?? label}
      maxLength={150}
      value={typed}
      onChange={event => change(event.currentTarget.value)}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={() => change('')} />
      }
    />
  )
}

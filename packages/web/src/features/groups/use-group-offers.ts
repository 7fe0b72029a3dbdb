import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { reading } from '../../lib/queries.ts'
import { useDebouncedSearch } from '../../lib/use-debounced-search.ts'

interface Named {
  readonly groupId: number
  readonly name: string
}

interface Offers {
  readonly data: ComboboxItem[]
  readonly filter: OptionsFilter
  readonly nothingFoundMessage: string
}

/** Group options by search. Results of earlier input are never offered. */
export function useGroupOffers(typed: string, chosen: readonly Named[]): Offers {
  const { search, isSettled } = useDebouncedSearch(typed, 200)
  const { data, isPending } = useQuery({
    ...reading('searchGroups', { query: { search, pageSize: 50 } }),
    enabled: isSettled,
  })
  const found = isSettled ? (data?.data ?? []) : []
  // A group that was just chosen keeps its name until the server returns it.
  const names = useRef(new Map<number, string>())
  for (const { groupId, name } of [...found, ...chosen]) names.current.set(groupId, name)
  const offered = new Set(found.map(({ groupId }) => String(groupId)))
  return {
    data: [...names.current].map(([groupId, label]) => ({ value: String(groupId), label })),
    filter: ({ options }) => options.filter(option => 'value' in option && offered.has(option.value)),
    nothingFoundMessage: isSettled && !isPending ? 'No groups found' : 'Searching…',
  }
}

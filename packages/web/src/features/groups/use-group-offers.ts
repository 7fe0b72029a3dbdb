import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { reading } from '../../lib/queries.ts'
import { useSettledWords } from '../../lib/use-settled-words.ts'

interface Named {
  readonly groupId: number
  readonly name: string
}

interface Offers {
  readonly data: ComboboxItem[]
  readonly filter: OptionsFilter
  readonly nothingFoundMessage: string
}

/** Groups to choose from by a few letters, however many there are. None is offered that was found for other words. */
export function useGroupOffers(typed: string, chosen: readonly Named[]): Offers {
  const { search, isSettled } = useSettledWords(typed, 200)
  const { data, isPending } = useQuery({
    ...reading('searchGroups', { query: { search, pageSize: 50 } }),
    enabled: isSettled,
  })
  const found = isSettled ? (data?.data ?? []) : []
  // One that was just chosen needs its name until the server has told of it.
  const names = useRef(new Map<number, string>())
  for (const { groupId, name } of [...found, ...chosen]) names.current.set(groupId, name)
  const offered = new Set(found.map(({ groupId }) => String(groupId)))
  return {
    data: [...names.current].map(([groupId, label]) => ({ value: String(groupId), label })),
    filter: ({ options }) => options.filter(option => 'value' in option && offered.has(option.value)),
    nothingFoundMessage: isSettled && !isPending ? 'No such group' : 'Searching…',
  }
}

import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { FirmPerson } from '@parley/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reading } from '../../lib/queries.ts'

const waitMs = 250

interface AdvisorSelectProps extends Pick<SelectProps, 'label' | 'maw' | 'style'> {
  readonly chosen: FirmPerson | undefined
  readonly onChoose: (advisor: FirmPerson | undefined) => void
  /** Who cannot be chosen. */
  readonly without: ReadonlySet<number>
}

/** Chooses an active advisor of the firm. The server searches: a firm may have thousands. */
export function AdvisorSelect({ chosen, onChoose, without, ...props }: AdvisorSelectProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), waitMs)
  const query = useQuery({
    ...reading('listFirmPeople', {
      query: { role: 'advisor', access: 'active', ...(search !== '' && { search }) },
    }),
    placeholderData: keepPreviousData,
  })
  const found = (query.data?.data ?? []).filter(({ personId }) => !without.has(personId))
  // Mantine shows what is chosen only while it is among the options.
  const isListed = found.some(({ personId }) => personId === chosen?.personId)
  const advisors = chosen && !isListed ? [chosen, ...found] : found
  return (
    <Select
      {...props}
      placeholder="Choose an advisor"
      data={advisors.map(({ personId, name }) => ({ value: String(personId), label: name }))}
      value={chosen ? String(chosen.personId) : null}
      onChange={value => onChoose(advisors.find(({ personId }) => String(personId) === value))}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={query.isFetching ? 'Searching …' : 'No such advisor'}
    />
  )
}

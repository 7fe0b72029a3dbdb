import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reading } from '../../lib/queries.ts'
import { useGroupOffers } from './use-group-offers.ts'

interface GroupSelectProps
  extends Pick<SelectProps, 'aria-label' | 'className' | 'label' | 'maw' | 'placeholder'> {
  readonly groupId: number | undefined
  readonly onChange: (groupId: number | undefined) => void
}

/** One group, or none. */
export function GroupSelect({ groupId, onChange, ...props }: GroupSelectProps) {
  const [typed, setTyped] = useState('')
  const { data: chosen } = useQuery({
    ...reading('showGroup', { params: { groupId: groupId ?? 0 } }),
    enabled: groupId !== undefined,
  })
  // The field shows the selected name; opening it must still list the others.
  const words = typed === chosen?.name ? '' : typed
  const offers = useGroupOffers(words, chosen ? [chosen] : [])
  return (
    <Select
      {...props}
      {...offers}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'No group' }}
      searchValue={typed}
      onSearchChange={setTyped}
      value={groupId === undefined ? null : String(groupId)}
      onChange={value => onChange(value === null ? undefined : Number(value))}
    />
  )
}

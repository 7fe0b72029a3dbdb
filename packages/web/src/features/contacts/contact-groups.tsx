import { MultiSelect } from '@mantine/core'
import type { AppContactDetail } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { tellFailure } from '../../ui/tell.ts'
import { useGroupOffers } from '../groups/use-group-offers.ts'

/** The groups of a contact. Every change is saved at once. */
export function ContactGroups({ contact }: { readonly contact: AppContactDetail }) {
  const { contactId, groups: joined } = contact
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const offers = useGroupOffers(typed, joined)
  const replace = useMutation({
    mutationFn: (groupIds: readonly number[]) =>
      call('replaceContactGroups', { params: { contactId }, body: { groupIds: [...groupIds] } }),
    onSettled: () => {
      for (const key of ['searchGroups', 'listContacts', 'getContactTimeline']) {
        void client.invalidateQueries({ queryKey: [key] })
      }
      return client.invalidateQueries({ queryKey: ['showContact'] })
    },
    onError: error => tellFailure(error, 'The groups were not changed'),
  })
  const shown = replace.isPending ? replace.variables : joined.map(({ groupId }) => groupId)
  return (
    <MultiSelect
      aria-label="Groups of this contact"
      placeholder={joined.length === 0 ? 'In no group. Choose some' : 'Add to a group'}
      {...offers}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      value={shown.map(String)}
      onChange={values => replace.mutate(values.map(Number))}
      clearable={false}
    />
  )
}

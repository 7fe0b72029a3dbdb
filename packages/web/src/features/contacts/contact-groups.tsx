import { MultiSelect } from '@mantine/core'
import type { AppContactDetail } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { invalidate, invalidateAfter } from '../../lib/stale-queries.ts'
import { showFailure } from '../../ui/tell.ts'
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
      invalidateAfter(client, 'contactGroups')
      return invalidate(client, 'showContact')
    },
    onError: error => showFailure(error, 'Groups not changed'),
  })
  const shown = replace.isPending ? replace.variables : joined.map(({ groupId }) => groupId)
  return (
    <MultiSelect
      aria-label="Groups of this contact"
      placeholder={joined.length === 0 ? 'Not in any group. Add to group…' : 'Add to group…'}
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

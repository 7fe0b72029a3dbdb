import { MultiSelect } from '@mantine/core'
import type { AppContactDetail } from '@parley/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { reading } from '../../lib/queries.ts'
import { tellFailure } from '../../ui/tell.ts'

/** The groups of a contact. Every change is saved at once. */
export function ContactGroups({ contact }: { readonly contact: AppContactDetail }) {
  const { contactId, groups: joined } = contact
  const client = useQueryClient()
  const groups = useQuery(reading('searchGroups', { query: { pageSize: 200 } }))
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
  const names = new Map([
    ...(groups.data?.data ?? []).map(({ groupId, name }) => [groupId, name] as const),
    ...joined.map(({ groupId, name }) => [groupId, name] as const),
  ])
  const shown = replace.isPending ? replace.variables : joined.map(({ groupId }) => groupId)
  return (
    <MultiSelect
      aria-label="Groups of this contact"
      placeholder={joined.length === 0 ? 'In no group. Choose some' : 'Add to a group'}
      data={[...names].map(([value, label]) => ({ value: String(value), label }))}
      value={shown.map(String)}
      onChange={values => replace.mutate(values.map(Number))}
      searchable
      clearable={false}
      nothingFoundMessage="No such group"
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { showPhone } from '../../lib/phone.ts'
import { reading } from '../../lib/queries.ts'
import { readPhone } from '../../lib/read-phone.ts'
import type { Chosen } from './chosen.ts'

interface Given {
  readonly contactId?: number | undefined
  readonly groupId?: number | undefined
  readonly phone?: string | undefined
}

/** Recipients named in the URL. */
export function useFirstRecipients({ contactId, groupId, phone }: Given): readonly Chosen[] {
  const contact = useQuery({
    ...reading('showContact', { params: { contactId: contactId ?? 0 } }),
    enabled: contactId !== undefined,
  })
  const group = useQuery({
    ...reading('showGroup', { params: { groupId: groupId ?? 0 } }),
    enabled: groupId !== undefined,
  })
  const contactName = contact.data?.fullName
  const groupName = group.data?.name
  return useMemo(() => {
    const number = phone === undefined ? undefined : readPhone(phone)
    return [
      ...(contactId !== undefined
        ? [{ kind: 'contact' as const, id: contactId, label: contactName ?? 'Contact' }]
        : []),
      ...(groupId !== undefined
        ? [{ kind: 'group' as const, id: groupId, label: groupName ?? 'Group' }]
        : []),
      ...(number !== undefined ? [{ kind: 'phone' as const, phone: number, label: showPhone(number) }] : []),
    ]
  }, [contactId, contactName, groupId, groupName, phone])
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { countOf } from '../../lib/count-of.ts'
import { showPhone } from '../../lib/phone.ts'
import { reading } from '../../lib/queries.ts'
import { readPhone } from '../../lib/read-phone.ts'
import { useDebouncedSearch } from '../../lib/use-debounced-search.ts'
import { ConsentBadge } from '../../ui/consent-badge.tsx'
import { type Chosen, keyOf } from './chosen.ts'
import { rankOffer } from './rank-offer.ts'

/** More are searched than shown: the search sorts by name, not by how well a name fits. */
const searched = 50
const shown = { contact: 8, group: 5, phone: 1 }

interface Offer {
  readonly one: Chosen
  readonly more: ReactNode
}

/** Recipients that fit the words, best first. */
export function useRecipientOffers(typed: string, chosen: readonly Chosen[]) {
  const { search, isSettled } = useDebouncedSearch(typed, 200)
  const query = { search, pageSize: searched }
  const contacts = useQuery({ ...reading('listContacts', { query }), enabled: isSettled })
  const groups = useQuery({ ...reading('searchGroups', { query }), enabled: isSettled })
  const isWaiting = !isSettled || contacts.isPending || groups.isPending
  const number = readPhone(typed)
  const taken = new Set(chosen.map(keyOf))
  const found: Offer[] = [
    ...(number === undefined
      ? []
      : [
          {
            one: { kind: 'phone', phone: number, label: showPhone(number) } as const,
            more: 'This number',
          },
        ]),
    // Both at once, so that nothing moves under the Enter key.
    ...(isWaiting ? [] : (groups.data?.data ?? [])).map(({ groupId, name, contactCount }) => ({
      one: { kind: 'group', id: groupId, label: name } as const,
      more: countOf(contactCount, 'contact'),
    })),
    ...(isWaiting ? [] : (contacts.data?.data ?? [])).map(({ contactId, fullName, phone, consent }) => ({
      one: { kind: 'contact', id: contactId, label: fullName } as const,
      more: phone ? (
        <>
          {showPhone(phone)} {consent && <ConsentBadge consent={consent} />}
        </>
      ) : (
        'No phone number'
      ),
    })),
  ]
  const counts = { contact: 0, group: 0, phone: 0 }
  const offers = found
    .filter(({ one }) => !taken.has(keyOf(one)))
    .toSorted((a, b) => rankOffer(a.one, typed) - rankOffer(b.one, typed))
    .filter(({ one: { kind } }) => {
      counts[kind] += 1
      return counts[kind] <= shown[kind]
    })
  return { offers, number, isWaiting }
}

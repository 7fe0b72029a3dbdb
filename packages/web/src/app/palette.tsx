import '@mantine/spotlight/styles.css'
import { useDebouncedValue } from '@mantine/hooks'
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight'
import { IconPencilPlus, IconSearch, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { showPhone } from '../lib/phone.ts'
import { reading } from '../lib/queries.ts'
import { consentWords } from '../ui/consent-badge.tsx'
import { navigation } from './navigation.ts'

const [store, spotlight] = createSpotlight()

/** Every page and everybody in the address book, by a few letters. */
export default function Palette({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const [search] = useDebouncedValue(query.trim(), 150)
  useEffect(() => (isOpen ? spotlight.open() : spotlight.close()), [isOpen])

  const { data: found } = useQuery({
    ...reading('listContacts', { query: { search, pageSize: 8 } }),
    enabled: isOpen && search.length > 1,
    placeholderData: keepPreviousData,
  })
  const typed = query.trim().toLowerCase()
  const fits = (label: string): boolean => label.toLowerCase().includes(typed)
  const pages: SpotlightActionData[] = [
    { to: '/new' as const, label: 'New text', Icon: IconPencilPlus },
    ...navigation,
  ]
    .filter(({ label }) => fits(label))
    .map(({ to, label, Icon }) => ({
      id: to,
      label,
      leftSection: <Icon size={20} stroke={1.75} />,
      onClick: () => void navigate({ to }),
    }))
  const people: SpotlightActionData[] = (typed.length > 1 ? (found?.data ?? []) : []).map(contact => ({
    id: String(contact.contactId),
    label: contact.fullName,
    description: contact.phone
      ? `${showPhone(contact.phone)}${contact.consent ? ` · ${consentWords(contact.consent)}` : ''}`
      : (contact.email ?? 'No phone number'),
    leftSection: <IconUser size={20} stroke={1.75} />,
    onClick: () =>
      contact.memberId === undefined
        ? void navigate({ to: '/contacts/$contactId', params: { contactId: contact.contactId } })
        : void navigate({ to: '/inbox/$memberId', params: { memberId: contact.memberId } }),
  }))
  const actions: SpotlightActionGroupData[] = [
    { group: 'People', actions: people },
    { group: 'Pages', actions: pages },
  ].filter(group => group.actions.length > 0)

  return (
    <Spotlight
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={close}
      actions={actions}
      filter={(_query, all) => all}
      shortcut={null}
      highlightQuery
      scrollable
      nothingFound="Nothing found"
      searchProps={{
        leftSection: <IconSearch size={20} stroke={1.75} />,
        placeholder: 'A name, a number, a page',
        'aria-label': 'Find anything',
      }}
    />
  )
}

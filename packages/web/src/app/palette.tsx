import { getDefaultZIndex, Highlight, Modal } from '@mantine/core'
import { IconPencilPlus, IconSearch, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { focusThread } from '../features/inbox/thread-focus.ts'
import { messageOf } from '../lib/failure.ts'
import { showPhone } from '../lib/phone.ts'
import { reading } from '../lib/queries.ts'
import { useDebouncedSearch } from '../lib/use-debounced-search.ts'
import { consentLabel } from '../ui/consent-badge.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { useNavigation } from './navigation.ts'
import classes from './palette.module.css'

interface Item {
  readonly id: string
  readonly group: 'Pages' | 'People'
  readonly label: string
  readonly description?: string
  readonly icon: ReactNode
  readonly open: () => void
}

/** In the colours of the row: it may be the selected one. */
const foundStyles = { background: 'none', color: 'inherit', fontWeight: 700 }

interface PaletteProps {
  readonly isOpen: boolean
  /** Counts openings: each starts with an empty field, even while the previous one fades out. */
  readonly opening: number
  readonly close: () => void
}

/** Search over all pages and contacts. */
export default function Palette({ isOpen, opening, close }: PaletteProps) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={close}
      returnFocus={false}
      size={600}
      yOffset={80}
      zIndex={getDefaultZIndex('max')}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label="Search everything" className={classes['content'] ?? ''}>
        <Finder key={opening} isOpen={isOpen} close={close} />
      </Modal.Content>
    </Modal.Root>
  )
}

/** Enter opens a result of the current input only, never of earlier input. */
function Finder({ isOpen, close }: Omit<PaletteProps, 'opening'>) {
  useReturnFocus()
  const [typed, setTyped] = useState('')
  const [selectedId, select] = useState<string>()
  const [isWanted, setWanted] = useState(false)
  const words = typed.trim()
  const { people, isWaiting, error } = usePeople(words)
  // Pages are known at once and people load later, so people come below: nothing moves under the Enter key.
  const items = [...usePages(words), ...people]
  const selected = items.find(({ id }) => id === selectedId) ?? items[0]
  const list = useId()
  const open = ({ open: go }: Item): void => {
    close()
    go()
  }
  // Enter pressed before the results arrive opens the first one.
  useEffect(() => {
    if (!isWanted || !isOpen || !selected) return
    setWanted(false)
    open(selected)
  })
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1, Enter: 0 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    if (step === 0) {
      if (selected) open(selected)
      else setWanted(isWaiting)
      return
    }
    const next = items.at((items.findIndex(item => item === selected) + step) % items.length)
    select(next?.id)
    if (next) document.getElementById(`${list}${next.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      <div className={classes['field']}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label="Search everything"
          aria-expanded={items.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={selected && `${list}${selected.id}`}
          placeholder="Name, number or page"
          maxLength={150}
          value={typed}
          onChange={event => {
            setTyped(event.currentTarget.value)
            select(undefined)
            setWanted(false)
          }}
          onKeyDown={press}
        />
      </div>
      <div id={list} role="listbox" aria-label="Search results" className={classes['list']}>
        {(['Pages', 'People'] as const).map(group => {
          const members = items.filter(item => item.group === group)
          if (members.length === 0) return undefined
          return (
            <div key={group} role="group" aria-label={group}>
              <div className={classes['group']} aria-hidden>
                {group}
              </div>
              {members.map(item => (
                // The input keeps the focus and handles the keys.
                <div
                  key={item.id}
                  id={`${list}${item.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={item === selected}
                  className={classes['item']}
                  onMouseDown={event => event.preventDefault()}
                  onClick={() => open(item)}
                >
                  {item.icon}
                  <div>
                    <Highlight component="span" highlight={words} highlightStyles={foundStyles}>
                      {item.label}
                    </Highlight>
                    {item.description && <small>{item.description}</small>}
                  </div>
                </div>
              ))}
            </div>
          )
        })}
      </div>
      {(isWaiting || items.length === 0) && (
        <p className={classes['note']} role="status">
          {isWaiting ? 'Searching…' : error ? messageOf(error) : 'Nothing found'}
        </p>
      )}
    </>
  )
}

function usePages(words: string): Item[] {
  const navigate = useNavigate()
  const navigation = useNavigation()
  return [{ to: '/new' as const, label: 'New text', Icon: IconPencilPlus }, ...navigation]
    .filter(({ label }) => ` ${label}`.toLowerCase().includes(` ${words.toLowerCase()}`))
    .map(({ to, label, Icon }) => ({
      id: to,
      group: 'Pages',
      label,
      icon: <Icon size={20} stroke={1.75} aria-hidden />,
      open: () => void navigate({ to }),
    }))
}

function usePeople(words: string) {
  const navigate = useNavigate()
  const { search, isSettled } = useDebouncedSearch(words, 150)
  const isSearched = words.length > 1
  const isAsked = isSearched && isSettled
  const { data, isPending, error } = useQuery({
    ...reading('listContacts', { query: { search, pageSize: 8 } }),
    enabled: isAsked,
  })
  const openThread = (memberId: number): void => {
    focusThread(memberId)
    void navigate({ to: '/inbox/$memberId', params: { memberId } })
  }
  const people = (isAsked ? (data?.data ?? []) : []).map(
    (contact): Item => ({
      id: String(contact.contactId),
      group: 'People',
      label: contact.fullName,
      description: contact.phone
        ? `${showPhone(contact.phone)}${contact.consent ? ` · ${consentLabel(contact.consent)}` : ''}`
        : (contact.email ?? 'No phone number'),
      icon: <IconUser size={20} stroke={1.75} aria-hidden />,
      open: () =>
        contact.memberId === undefined
          ? void navigate({ to: '/contacts/$contactId', params: { contactId: contact.contactId } })
          : openThread(contact.memberId),
    }),
  )
  return { people, isWaiting: isSearched && (!isAsked || isPending), error: isAsked ? error : null }
}

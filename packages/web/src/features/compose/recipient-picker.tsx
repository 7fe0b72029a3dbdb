import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core'
import { IconPhone, IconUser, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { showPhone } from '../../lib/phone.ts'
import { reading } from '../../lib/queries.ts'
import { readPhone } from '../../lib/read-phone.ts'
import { useDebouncedSearch } from '../../lib/use-debounced-search.ts'
import { ConsentBadge } from '../../ui/consent-badge.tsx'
import classes from './recipients.module.css'

export type Chosen =
  | { readonly kind: 'contact' | 'group'; readonly id: number; readonly label: string }
  | { readonly kind: 'phone'; readonly phone: string; readonly label: string }

const icons = { contact: IconUser, group: IconUsersGroup, phone: IconPhone }

const keyOf = (one: Chosen): string => `${one.kind} ${one.kind === 'phone' ? one.phone : one.id}`

interface PickerProps {
  readonly chosen: readonly Chosen[]
  readonly onChange: (chosen: readonly Chosen[]) => void
  /** Typed text that is not a recipient yet. */
  readonly typed: string
  readonly onTyped: (words: string) => void
}

/** People, groups and numbers in one field. */
export function RecipientPicker({ chosen, onChange, typed, onTyped }: PickerProps) {
  const { search, isSettled } = useDebouncedSearch(typed, 200)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const contacts = useQuery({
    ...reading('listContacts', { query: { search, pageSize: 8 } }),
    enabled: isSettled,
  })
  const groups = useQuery({
    ...reading('searchGroups', { query: { search, pageSize: 5 } }),
    enabled: isSettled,
  })
  const isWaiting = !isSettled || contacts.isPending || groups.isPending
  // Both at once, so that nothing moves under the Enter key.
  const found = isWaiting ? undefined : { groups: groups.data?.data, contacts: contacts.data?.data }
  const number = readPhone(typed)
  const taken = new Set(chosen.map(keyOf))
  const offers: readonly (readonly [Chosen, React.ReactNode])[] = (
    [
      ...(number === undefined
        ? []
        : [[{ kind: 'phone', phone: number, label: showPhone(number) }, 'This number'] as const]),
      ...(found?.groups ?? []).map(
        ({ groupId, name, contactCount }) =>
          [
            { kind: 'group', id: groupId, label: name },
            `${contactCount.toLocaleString()} ${contactCount === 1 ? 'contact' : 'contacts'}`,
          ] as const,
      ),
      ...(found?.contacts ?? []).map(
        ({ contactId, fullName, phone, consent }) =>
          [
            { kind: 'contact', id: contactId, label: fullName },
            phone ? (
              <>
                {showPhone(phone)} {consent && <ConsentBadge consent={consent} />}
              </>
            ) : (
              'No phone number'
            ),
          ] as const,
      ),
    ] satisfies (readonly [Chosen, React.ReactNode])[]
  ).filter(([one]) => !taken.has(keyOf(one)))

  const add = (key: string): void => {
    const offer = offers.find(([one]) => keyOf(one) === key)
    if (offer) onChange([...chosen, offer[0]])
    onTyped('')
    // It would cover the preview.
    combobox.closeDropdown()
  }
  const remove = (gone: Chosen): void => onChange(chosen.filter(one => keyOf(one) !== keyOf(gone)))

  return (
    <Combobox store={combobox} onOptionSubmit={add} withinPortal>
      <Combobox.DropdownTarget>
        <PillsInput onClick={() => combobox.openDropdown()} size="md">
          <Pill.Group>
            {chosen.map(one => (
              <RecipientPill key={keyOf(one)} one={one} remove={() => remove(one)} />
            ))}
            <Combobox.EventsTarget>
              <PillsInput.Field
                aria-label="Add a person, group or number"
                placeholder={chosen.length === 0 ? 'Name, group or number' : ''}
                value={typed}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onChange={event => {
                  onTyped(event.currentTarget.value)
                  combobox.openDropdown()
                  combobox.resetSelectedOption()
                }}
                onKeyDown={event => {
                  const last = chosen.at(-1)
                  if (event.key === 'Backspace' && typed === '' && last) remove(last)
                  if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() !== -1) return
                  const [only] = offers.length === 1 && typed !== '' ? offers : []
                  const key = number === undefined ? only && keyOf(only[0]) : `phone ${number}`
                  if (key === undefined) return
                  event.preventDefault()
                  add(key)
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options mah={320} className={classes['options']}>
          {offers.map(([one, more]) => {
            const Icon = icons[one.kind]
            return (
              <Combobox.Option key={keyOf(one)} value={keyOf(one)} className={classes['option']}>
                <Icon size={18} stroke={1.75} aria-hidden />
                <span className={classes['optionName']}>{one.label}</span>
                <span className={classes['optionMore']}>{more}</span>
              </Combobox.Option>
            )
          })}
          {offers.length === 0 && (
            <Combobox.Empty>
              {isWaiting
                ? 'Searching…'
                : typed === ''
                  ? 'Type a name, group or number'
                  : 'No results. Include the area code in a number.'}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function RecipientPill({ one, remove }: { readonly one: Chosen; readonly remove: () => void }) {
  const Icon = icons[one.kind]
  return (
    <Pill
      withRemoveButton
      onRemove={remove}
      removeButtonProps={{ 'aria-label': `Remove ${one.label}`, 'aria-hidden': false, tabIndex: 0 }}
    >
      <Icon size={13} className={classes['pillIcon']} aria-hidden />
      {one.label}
    </Pill>
  )
}

import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core'
import { IconPhone, IconUser, IconUsersGroup } from '@tabler/icons-react'
import { type RefObject, useLayoutEffect } from 'react'
import { type Chosen, keyOf } from './chosen.ts'
import classes from './recipients.module.css'
import { useRecipientOffers } from './use-recipient-offers.tsx'

const icons = { contact: IconUser, group: IconUsersGroup, phone: IconPhone }

interface PickerProps {
  readonly chosen: readonly Chosen[]
  readonly onChange: (chosen: readonly Chosen[]) => void
  /** Typed text that is not a recipient yet. */
  readonly typed: string
  readonly onTyped: (words: string) => void
  readonly field: RefObject<HTMLInputElement | null>
}

/** People, groups and numbers in one field. */
export function RecipientPicker({ chosen, onChange, typed, onTyped, field }: PickerProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { offers, number, isWaiting } = useRecipientOffers(typed, chosen)
  // The library keeps naming the option that was selected for earlier input.
  useLayoutEffect(() => {
    const active = field.current?.getAttribute('aria-activedescendant')
    if (active && !document.getElementById(active)) field.current?.removeAttribute('aria-activedescendant')
  })

  const add = (key: string): void => {
    const offer = offers.find(({ one }) => keyOf(one) === key)
    if (offer) onChange([...chosen, offer.one])
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
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                ref={field}
                aria-label="Add a person, group or number"
                aria-autocomplete="list"
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
                  const key = number === undefined ? only && keyOf(only.one) : `phone ${number}`
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
        <Combobox.Options mah={320} className={classes['options']} aria-label="People, groups and numbers">
          {offers.map(({ one, more }) => {
            const Icon = icons[one.kind]
            return (
              <Combobox.Option key={keyOf(one)} value={keyOf(one)} className={classes['option']}>
                <Icon size={18} stroke={1.75} aria-hidden />
                <span className={classes['optionName']}>{one.label}</span>
                <span className={classes['optionMore']}>{more}</span>
              </Combobox.Option>
            )
          })}
        </Combobox.Options>
        {offers.length === 0 && (
          <Combobox.Empty role="status">
            {isWaiting
              ? 'Searching…'
              : typed === ''
                ? 'Type a name, group or number'
                : 'No results. Include the area code in a number.'}
          </Combobox.Empty>
        )}
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

import { UnstyledButton } from '@mantine/core'
import type { AppContact } from '@parley/contract'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { useMe } from '../../lib/me/use-me.ts'
import { showPhone } from '../../lib/phone.ts'
import { showDate } from '../../lib/time.ts'
import { ConsentBadge } from '../../ui/consent-badge.tsx'
import { PersonMark } from '../../ui/person-mark.tsx'
import classes from './contacts.module.css'

export interface Sort {
  readonly by: 'fullName' | 'email' | 'groupCount' | 'source' | 'dateTimeCreated'
  readonly isDescending: boolean
}

const columns: readonly { readonly label: string; readonly by?: Sort['by']; readonly isWide?: boolean }[] = [
  { label: 'Name', by: 'fullName' },
  { label: 'Phone' },
  { label: 'Texting' },
  { label: 'Email', by: 'email', isWide: true },
  { label: 'Groups', by: 'groupCount', isWide: true },
  { label: 'Added', by: 'dateTimeCreated', isWide: true },
]

interface TableProps {
  readonly rows: readonly AppContact[]
  /** Shows the previous rows while new ones load. */
  readonly isBusy: boolean
  readonly sort: Sort
  readonly onSort: (by: Sort['by']) => void
}

/** One page of the address book. Arrow keys move between rows, Enter opens one. */
export function ContactTable({ rows, isBusy, sort, onSort }: TableProps) {
  const { timeZone } = useMe()
  const navigate = useNavigate()
  const walk = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    const row = (event.target as HTMLElement).closest('tr')
    const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key]
    if (!next) return
    event.preventDefault()
    next.querySelector<HTMLElement>('a')?.focus()
  }
  return (
    <div className={classes['frame']} aria-busy={isBusy}>
      <table className={classes['table']}>
        <thead>
          <tr>
            {columns.map(({ label, by, isWide }) => {
              const isSorted = by !== undefined && by === sort.by
              const Arrow = sort.isDescending ? IconArrowDown : IconArrowUp
              return (
                <th
                  key={label}
                  scope="col"
                  data-wide={isWide || undefined}
                  aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
                >
                  {by === undefined ? (
                    label
                  ) : (
                    <UnstyledButton className={classes['sort']} onClick={() => onSort(by)}>
                      {label}
                      {isSorted && <Arrow size={14} aria-hidden />}
                    </UnstyledButton>
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody onKeyDown={walk}>
          {rows.map(contact => (
            <tr
              key={contact.contactId}
              onClick={event => {
                if ((event.target as HTMLElement).closest('a')) return
                void navigate({ to: '/contacts/$contactId', params: { contactId: contact.contactId } })
              }}
            >
              <th scope="row">
                <Link
                  to="/contacts/$contactId"
                  params={{ contactId: contact.contactId }}
                  className={classes['name']}
                >
                  <PersonMark name={contact.fullName} size={30} />
                  <span>
                    {contact.fullName === contact.phone ? showPhone(contact.phone) : contact.fullName}
                  </span>
                </Link>
              </th>
              <td className={classes['number']}>{contact.phone ? showPhone(contact.phone) : '–'}</td>
              <td>
                {contact.consent ? <ConsentBadge consent={contact.consent} /> : <span>No phone number</span>}
              </td>
              <td data-wide>{contact.email ?? '–'}</td>
              <td data-wide title={contact.groupNames.join(', ')}>
                {contact.groupNames.slice(0, 2).join(', ') || '–'}
                {contact.groupCount > 2 && ` and ${contact.groupCount - 2} more`}
              </td>
              <td data-wide className={classes['number']}>
                {showDate(contact.dateTimeCreated, timeZone)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

import { Button, Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { RecipientPreview } from '@parley/contract'
import { IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { countOf } from '../../lib/count-of.ts'
import { joinNames } from '../../lib/people.ts'
import type { Chosen } from './chosen.ts'
import classes from './recipients.module.css'

type People = RecipientPreview['peopleWithoutPhone']

/** Names listed before they are only counted. */
const namesShown = 5

interface SharedProps {
  readonly preview: RecipientPreview
  readonly chosen: readonly Chosen[]
}

/** Who else reads a text to the chosen contacts, because they have the same number. */
export function SharedNumbers({ preview: { recipients }, chosen }: SharedProps) {
  const chosenIds = new Set(chosen.flatMap(one => (one.kind === 'contact' ? [one.id] : [])))
  const others = recipients
    .filter(({ people }) => people.some(({ contactId }) => chosenIds.has(contactId)))
    .flatMap(({ people }) => people.filter(({ contactId }) => !chosenIds.has(contactId)))
  if (others.length === 0) return null
  return (
    <div className={classes['line']} role="status">
      <IconUsers size={19} aria-hidden />
      <span>
        {others.length > namesShown
          ? `${countOf(others.length, 'other contact')} with the same numbers will read this text, too.`
          : `${joinNames(others.map(({ fullName }) => fullName))} ${others.length === 1 ? 'has' : 'have'} the same number and will read this text, too.`}
      </span>
    </div>
  )
}

/** Contacts that are left out, with links to their pages, where a number can be added. */
export function WithoutPhone({ count, people }: { readonly count: number; readonly people: People }) {
  const [isListed, { toggle }] = useDisclosure(false)
  return (
    <>
      <div className={classes['line']}>
        <span>{countOf(count, 'contact')} without a phone number won’t get this text</span>
        <Button variant="subtle" size="compact-sm" onClick={toggle} aria-expanded={isListed}>
          {isListed ? 'Hide' : 'Show who'}
        </Button>
      </div>
      <Collapse expanded={isListed} keepMounted={false}>
        <ul className={classes['names']} tabIndex={0} aria-label="Contacts without a phone number">
          {people.map(({ contactId, fullName }) => (
            <li key={contactId}>
              <Link to="/contacts/$contactId" params={{ contactId }} className={classes['personName']}>
                {fullName}
              </Link>
            </li>
          ))}
        </ul>
        {people.length < count && (
          <p className={classes['cut']}>The first {people.length.toLocaleString()} are listed.</p>
        )}
      </Collapse>
    </>
  )
}

import { Anchor } from '@mantine/core'
import type { RecipientPreview } from '@parley/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { joinNames } from '../../lib/people.ts'
import { reading } from '../../lib/queries.ts'
import classes from './contacts.module.css'

type People = RecipientPreview['recipients'][number]['people']

const preview = (phone: string) => reading('previewRecipients', { body: { phoneNumbers: [phone] } })
const peopleIn = ({ recipients }: RecipientPreview): People => recipients.flatMap(({ people }) => people)

/** Contacts with this number. A hint is never worth failing for. */
export const findSameNumber = (client: QueryClient, phone: string): Promise<People> =>
  client.fetchQuery(preview(phone)).then(peopleIn, () => [])

/** Contacts with the number that is being typed, once it is complete. */
export function useSameNumber(phone: string | undefined): People {
  const { data } = useQuery({ ...preview(phone ?? ''), enabled: phone !== undefined })
  return data && phone !== undefined ? peopleIn(data) : []
}

interface HintProps {
  readonly people: People
  /** Name in the form. */
  readonly name: string
  readonly close: () => void
}

/** Says before saving that a number is known: the same person a second time, or a household. */
export function SameNumberHint({ people, name, close }: HintProps) {
  const twin = people.find(({ fullName }) => fullName.toLowerCase() === name.trim().toLowerCase())
  const names = joinNames([...new Set(people.map(({ fullName }) => fullName))])
  const [first] = people
  const shown = twin ?? first
  if (!shown) return null
  return (
    <p role="alert" className={classes['sameNumber']}>
      {twin
        ? `${twin.fullName} with this number is already in your contacts.`
        : `${names} ${people.length === 1 ? 'has' : 'have'} this number, too. Texts to it reach them all.`}{' '}
      <Anchor
        inherit
        renderRoot={props => (
          <Link
            to="/contacts/$contactId"
            params={{ contactId: shown.contactId }}
            onClick={close}
            {...props}
          />
        )}
      >
        Open {shown.fullName}
      </Anchor>
    </p>
  )
}

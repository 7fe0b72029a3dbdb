import { useQuery } from '@tanstack/react-query'
import { reading } from '../../lib/queries.ts'
import { ContactDialog } from '../contacts/contact-dialog.tsx'

interface AddProps {
  readonly phone: string
  /** A contact without a name, which a text to a new number creates: it is completed, not added a second time. */
  readonly contactId: number | undefined
  readonly close: () => void
}

/** Gives the number of a conversation a name. */
export default function AddToContacts({ phone, contactId, close }: AddProps) {
  const { data: contact } = useQuery({
    ...reading('showContact', { params: { contactId: contactId ?? 0 } }),
    enabled: contactId !== undefined,
  })
  const done = (): void => undefined
  if (contactId === undefined) return <ContactDialog phone={phone} close={close} done={done} />
  return contact && <ContactDialog contact={contact} close={close} done={done} />
}

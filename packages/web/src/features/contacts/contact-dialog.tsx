import { Button, Group } from '@mantine/core'
import type { AppContactDetail, ContactInput, ContactUpdate, NumberUse } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { messageOf } from '../../lib/failure.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { showPhone } from '../../lib/phone.ts'
import { readPhone } from '../../lib/read-phone.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { dayOf } from '../../lib/time.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { tell } from '../../ui/tell.ts'
import { ContactFields } from './contact-fields.tsx'
import { type Before, type Field, mistakesOf, readForm, type Words } from './contact-form.ts'
import { isInUse, NumberChange } from './number-change.tsx'
import { findSameNumber, SameNumberHint, useSameNumber } from './same-number.tsx'

interface Saved {
  readonly id: number
  readonly scheduledMessages?: {
    readonly action: NonNullable<ContactUpdate['scheduledMessages']>
    readonly scheduleIds: readonly number[]
  }
}

const followed = { hold: 'on hold', cancel: 'canceled', move: 'moved to the new number' }

function followedWords({ action, scheduleIds }: NonNullable<Saved['scheduledMessages']>): string {
  const { length } = scheduleIds
  return `${length} scheduled ${length === 1 ? 'text is' : 'texts are'} ${followed[action]}.`
}

interface DialogProps {
  readonly contact?: AppContactDetail
  /** Number of a new contact. */
  readonly phone?: string
  readonly close: () => void
  readonly done: (contactId: number) => void
}

export function ContactDialog({ contact, phone, close, done }: DialogProps) {
  const client = useQueryClient()
  const { timeZone } = useMe()
  const onceKey = useRef(crypto.randomUUID())
  const before: Before = contact
    ? { ...contact, ...(contact.phone && { phone: showPhone(contact.phone) }) }
    : {}
  const [given] = useState<Words>(contact || phone === undefined ? {} : { phone: showPhone(phone) })
  const [typed, setTyped] = useState(given)
  const [mistakes, setMistakes] = useState<Words>({})
  /** Changes to save after the confirmation. */
  const [waiting, setWaiting] = useState<{ readonly body: ContactInput; readonly use: NumberUse }>()
  const valueOf = (field: Field): string => typed[field] ?? String(before[field] ?? '')
  const save = useMutation({
    mutationFn: async (body: ContactUpdate): Promise<Saved> =>
      contact
        ? await call('updateContact', { params: { contactId: contact.contactId }, body })
        : await call('createContact', { body }, { onceKey: onceKey.current }),
    onSuccess: ({ id, scheduledMessages }) => {
      invalidateAfter(client, 'contactSave')
      tell(
        contact
          ? `Changes saved.${scheduledMessages ? ` ${followedWords(scheduledMessages)}` : ''}`
          : 'Contact added.',
      )
      close()
      done(id)
    },
    onError: error => {
      setWaiting(undefined)
      setMistakes(mistakesOf(error))
    },
  })
  const look = useMutation({
    mutationFn: (body: ContactInput) =>
      call('showNumberUse', { params: { contactId: contact?.contactId ?? 0 } }).then(use => ({ body, use })),
    onSuccess: found => (isInUse(found.use) ? setWaiting(found) : save.mutate(found.body)),
  })
  const typedPhone = readPhone(valueOf('phone'))
  const others = useSameNumber(typedPhone === contact?.phone ? undefined : typedPhone)
  const [warned, setWarned] = useState<string>()
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { body, mistakes: found } = readForm(
      typed,
      before,
      contact === undefined,
      dayOf(Date.now(), timeZone),
    )
    setMistakes(found)
    if (Object.keys(found).length > 0) return
    const newPhone = contact ? undefined : readPhone(valueOf('phone'))
    // Somebody may press Enter before the hint is there, or before reading it: only the second one saves.
    if (newPhone !== undefined && warned !== newPhone) {
      const people = await findSameNumber(client, newPhone)
      if (people.length > 0) {
        setWarned(newPhone)
        return
      }
    }
    if (contact?.phone && body['phone'] !== undefined && body['phone'] !== contact.phone) look.mutate(body)
    else save.mutate(body)
  }
  const change = (field: Field, value: string): void => {
    setTyped(now => ({ ...now, [field]: value }))
    onceKey.current = crypto.randomUUID()
  }
  if (waiting) {
    const { body, use } = waiting
    return (
      <Dialog close={close} isDirty title="Change number" size="lg">
        <NumberChange
          use={use}
          newPhone={body.phone ?? null}
          isSaving={save.isPending}
          back={() => setWaiting(undefined)}
          save={scheduledMessages =>
            save.mutate({ ...body, ...(scheduledMessages && { scheduledMessages }) })
          }
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      close={close}
      isDirty={Object.entries(typed).some(
        ([field, words]) => words !== (given[field as Field] ?? String(before[field as Field] ?? '')),
      )}
      title={contact ? 'Edit contact' : 'Add contact'}
      size="lg"
    >
      <form onSubmit={event => void submit(event)} noValidate>
        <ContactFields valueOf={valueOf} mistakes={mistakes} change={change} />
        <SameNumberHint
          people={others}
          name={`${valueOf('firstName')} ${valueOf('lastName')}`}
          close={close}
        />
        {save.isError && Object.keys(mistakes).length === 0 && <p role="alert">{messageOf(save.error)}</p>}
        {look.isError && <p role="alert">{messageOf(look.error)}</p>}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending || look.isPending}>
            {contact ? 'Save' : others.length > 0 && warned === typedPhone ? 'Add anyway' : 'Add contact'}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

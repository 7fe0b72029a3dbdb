import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import type { AppContactDetail, ContactInput, ContactUpdate, NumberUse } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { Failure, messageOf } from '../../lib/failure.ts'
import { showPhone } from '../../lib/phone.ts'
import { readPhone } from '../../lib/read-phone.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { tell } from '../../ui/tell.ts'
import { genderLabels, maritalLabels } from './contact-labels.ts'
import classes from './contacts.module.css'
import { isInUse, NumberChange } from './number-change.tsx'

type Field = keyof ContactInput
type Words = Readonly<Partial<Record<Field, string>>>
type Before = Readonly<Partial<Record<Field, string | number>>>

const texts: readonly { readonly field: Field; readonly label: string; readonly type?: string }[] = [
  { field: 'firstName', label: 'First name' },
  { field: 'lastName', label: 'Last name' },
  { field: 'phone', label: 'Mobile number', type: 'tel' },
  { field: 'emailAddress', label: 'E-mail', type: 'email' },
  { field: 'nickname', label: 'Nickname' },
  { field: 'birthDate', label: 'Birthday', type: 'date' },
  { field: 'clientAnniversary', label: 'Client since', type: 'date' },
  { field: 'address1', label: 'Address' },
  { field: 'address2', label: 'Address line 2' },
  { field: 'city', label: 'City' },
  { field: 'state', label: 'State' },
  { field: 'postalCode', label: 'Postal code' },
]

interface Saved {
  readonly id: number
  readonly scheduledMessages?: {
    readonly action: NonNullable<ContactUpdate['scheduledMessages']>
    readonly scheduleIds: readonly number[]
  }
}

const followed = { hold: 'on hold', cancel: 'cancelled', move: 'moved to the new number' }

function followedWords({ action, scheduleIds }: NonNullable<Saved['scheduledMessages']>): string {
  const { length } = scheduleIds
  return `${length} scheduled ${length === 1 ? 'text is' : 'texts are'} ${followed[action]}.`
}

interface DialogProps {
  readonly contact?: AppContactDetail
  readonly close: () => void
  readonly done: (contactId: number) => void
}

export function ContactDialog({ contact, close, done }: DialogProps) {
  const client = useQueryClient()
  const onceKey = useRef(crypto.randomUUID())
  const before: Before = contact
    ? { ...contact, ...(contact.phone && { phone: showPhone(contact.phone) }) }
    : {}
  const [typed, setTyped] = useState<Words>({})
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
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const { body, mistakes: found } = readForm(typed, before, contact === undefined)
    setMistakes(found)
    if (Object.keys(found).length > 0) return
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
      <Dialog close={close} title="Change number" size="lg">
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
      isDirty={Object.entries(typed).some(([field, words]) => words !== String(before[field as Field] ?? ''))}
      title={contact ? 'Edit contact' : 'Add contact'}
      size="lg"
    >
      <form onSubmit={submit} noValidate>
        <div className={classes['fields']}>
          {texts.map(({ field, label, type }, index) => (
            <TextInput
              key={field}
              label={label}
              type={type ?? 'text'}
              value={valueOf(field)}
              error={mistakes[field]}
              onChange={event => change(field, event.currentTarget.value)}
              autoComplete="off"
              maxLength={320}
              {...(index === 0 && { 'data-autofocus': true })}
            />
          ))}
          <NativeSelect
            label="Gender"
            value={valueOf('gender') || '0'}
            onChange={event => change('gender', event.currentTarget.value)}
            data={Object.entries(genderLabels).map(([value, label]) => ({ value, label }))}
          />
          <NativeSelect
            label="Marital status"
            value={valueOf('maritalStatus') || '0'}
            onChange={event => change('maritalStatus', event.currentTarget.value)}
            data={Object.entries(maritalLabels).map(([value, label]) => ({ value, label }))}
          />
        </div>
        {save.isError && Object.keys(mistakes).length === 0 && <p role="alert">{messageOf(save.error)}</p>}
        {look.isError && <p role="alert">{messageOf(look.error)}</p>}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending || look.isPending}>
            {contact ? 'Save' : 'Add contact'}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

/** The fields to save, and the first mistake in them. A field that was emptied is removed from the contact. */
function readForm(typed: Words, before: Before, isNew: boolean) {
  const body: Record<string, string | number | null> = {}
  const wrong = (mistakes: Words) => ({ body, mistakes })
  for (const [field, words] of Object.entries(typed) as [Field, string][]) {
    const value = words.trim()
    if (value === String(before[field] ?? '')) continue
    if (value === '') {
      if (!isNew) body[field] = null
    } else if (field === 'gender' || field === 'maritalStatus') body[field] = Number(value)
    else if (field === 'phone') {
      const phone = readPhone(value)
      if (phone === undefined) {
        return wrong({ phone: 'Enter a complete number. Outside the US, start with + and the country code.' })
      }
      body[field] = phone
    } else if (field === 'emailAddress' && !/^[^\s@]+@[^\s@]+$/.test(value)) {
      return wrong({ emailAddress: 'Enter a complete e-mail address.' })
    } else body[field] = value
  }
  const isNameless = ['firstName', 'lastName', 'emailAddress', 'phone'].every(
    field => body[field] === undefined,
  )
  return wrong(isNew && isNameless ? { firstName: 'Enter a name, a number or an e-mail address.' } : {})
}

/** Validation errors by field. */
function mistakesOf(error: unknown): Words {
  if (!(error instanceof Failure)) return {}
  return Object.fromEntries(
    error.mistakes
      .filter(({ path }) => path !== '')
      .map(({ path, message }) => [path.slice(1), `It ${message}.`]),
  )
}

import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import type { AppContactDetail, ContactInput } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { Failure, wordsOf } from '../../lib/failure.ts'
import { showPhone } from '../../lib/phone.ts'
import { readPhone } from '../../lib/read-phone.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { tell } from '../../ui/tell.ts'
import { genderWords, maritalWords } from './contact-words.ts'
import classes from './contacts.module.css'

type Field = keyof ContactInput

const texts: readonly { readonly field: Field; readonly label: string; readonly type?: string }[] = [
  { field: 'firstName', label: 'First name' },
  { field: 'lastName', label: 'Last name' },
  { field: 'phone', label: 'Mobile number', type: 'tel' },
  { field: 'emailAddress', label: 'E-mail', type: 'email' },
  { field: 'nickname', label: 'What you call them' },
  { field: 'birthDate', label: 'Birthday', type: 'date' },
  { field: 'clientAnniversary', label: 'Client since', type: 'date' },
  { field: 'address1', label: 'Address' },
  { field: 'address2', label: 'Address, second line' },
  { field: 'city', label: 'City' },
  { field: 'state', label: 'State' },
  { field: 'postalCode', label: 'Postal code' },
]

interface DialogProps {
  readonly contact?: AppContactDetail
  readonly close: () => void
  readonly done: (contactId: number) => void
}

export function ContactDialog({ contact, close, done }: DialogProps) {
  const client = useQueryClient()
  const onceKey = useRef(crypto.randomUUID())
  const before: Readonly<Partial<Record<Field, string | number>>> = contact
    ? { ...contact, ...(contact.phone && { phone: showPhone(contact.phone) }) }
    : {}
  const [typed, setTyped] = useState<Readonly<Partial<Record<Field, string>>>>({})
  const [mistakes, setMistakes] = useState<Readonly<Partial<Record<Field, string>>>>({})
  const valueOf = (field: Field): string => typed[field] ?? String(before[field] ?? '')
  const save = useMutation({
    mutationFn: async (body: ContactInput) =>
      contact
        ? await call('updateContact', { params: { contactId: contact.contactId }, body })
        : await call('createContact', { body }, { onceKey: onceKey.current }),
    onSuccess: ({ id }) => {
      for (const key of [
        'listContacts',
        'showContact',
        'getContactTimeline',
        'listConversations',
        'getConversation',
      ]) {
        void client.invalidateQueries({ queryKey: [key] })
      }
      tell(contact ? 'The changes are saved.' : 'The contact is in your address book.')
      close()
      done(id)
    },
    onError: error => setMistakes(mistakesOf(error)),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const body: Record<string, string | number | null> = {}
    for (const [field, words] of Object.entries(typed) as [Field, string][]) {
      const value = words.trim()
      if (value === String(before[field] ?? '')) continue
      if (value === '') {
        if (contact) body[field] = null
      } else if (field === 'gender' || field === 'maritalStatus') body[field] = Number(value)
      else if (field === 'phone') {
        const phone = readPhone(value)
        if (phone === undefined) {
          setMistakes({
            phone: 'This is no complete number. Start with + and the country code outside of the US.',
          })
          return
        }
        body[field] = phone
      } else if (field === 'emailAddress' && !/^[^\s@]+@[^\s@]+$/.test(value)) {
        setMistakes({ emailAddress: 'This is no complete address.' })
        return
      } else body[field] = value
    }
    if (
      !contact &&
      ['firstName', 'lastName', 'emailAddress', 'phone'].every(field => body[field] === undefined)
    ) {
      setMistakes({ firstName: 'Give a name, a number or an e-mail address.' })
      return
    }
    setMistakes({})
    save.mutate(body)
  }
  const change = (field: Field, value: string): void => {
    setTyped(now => ({ ...now, [field]: value }))
    onceKey.current = crypto.randomUUID()
  }
  return (
    <Dialog close={close} title={contact ? 'Edit contact' : 'Add contact'} size="lg">
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
            data={Object.entries(genderWords).map(([value, label]) => ({ value, label }))}
          />
          <NativeSelect
            label="Marital status"
            value={valueOf('maritalStatus') || '0'}
            onChange={event => change('maritalStatus', event.currentTarget.value)}
            data={Object.entries(maritalWords).map(([value, label]) => ({ value, label }))}
          />
        </div>
        {save.isError && Object.keys(mistakes).length === 0 && <p role="alert">{wordsOf(save.error)}</p>}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {contact ? 'Save' : 'Add contact'}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

/** Which fields the service found wrong. */
function mistakesOf(error: unknown): Partial<Record<Field, string>> {
  if (!(error instanceof Failure)) return {}
  return Object.fromEntries(
    error.mistakes
      .filter(({ path }) => path !== '')
      .map(({ path, message }) => [path.slice(1), `It ${message}.`]),
  )
}

import { NativeSelect, TextInput } from '@mantine/core'
import type { Field, Words } from './contact-form.ts'
import { genderLabels, maritalLabels } from './contact-labels.ts'
import classes from './contacts.module.css'

const texts: readonly { readonly field: Field; readonly label: string; readonly type?: string }[] = [
  { field: 'firstName', label: 'First name' },
  { field: 'lastName', label: 'Last name' },
  { field: 'phone', label: 'Mobile number', type: 'tel' },
  { field: 'emailAddress', label: 'Email', type: 'email' },
  { field: 'nickname', label: 'Preferred name' },
  { field: 'birthDate', label: 'Birthday', type: 'date' },
  { field: 'clientAnniversary', label: 'Client since', type: 'date' },
  { field: 'address1', label: 'Address' },
  { field: 'address2', label: 'Address line 2' },
  { field: 'city', label: 'City' },
  { field: 'state', label: 'State' },
  { field: 'postalCode', label: 'Postal code' },
]

interface FieldsProps {
  readonly valueOf: (field: Field) => string
  readonly mistakes: Words
  readonly change: (field: Field, value: string) => void
}

export function ContactFields({ valueOf, mistakes, change }: FieldsProps) {
  return (
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
  )
}

import { Button, Select, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/me/use-may.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { showPhone } from '../../lib/phone.ts'
import { showMoment } from '../../lib/time.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { showFailure, tell } from '../../ui/tell.ts'
import { Appearance } from './appearance.tsx'
import { Passkeys } from './passkeys.tsx'
import { Password } from './password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import classes from './settings.module.css'

export function SettingsPage() {
  const isProfileOpen = useMay('updateProfile')
  return (
    <Page title="Settings" isNarrow>
      {isProfileOpen ? <Profile /> : <Assistant />}
      <Appearance />
      <Password />
      <Passkeys />
      <SecondFactor />
      <Sessions />
    </Page>
  )
}

function Profile() {
  const me = useMe()
  const client = useQueryClient()
  const [name, setName] = useState(me.name)
  const [timeZone, setTimeZone] = useState(me.timeZone)
  const zones = useMemo(
    () => [...new Set([me.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted(),
    [me.timeZone],
  )
  const save = useMutation({
    mutationFn: () => call('updateProfile', { body: { name: name.trim(), timeZone } }),
    onSuccess: () => {
      tell('Profile saved.')
      void client.invalidateQueries()
    },
    onError: error => showFailure(error, 'Profile not saved'),
  })
  const isChanged = name.trim() !== me.name || timeZone !== me.timeZone
  return (
    <Panel title="Profile">
      <form
        className={classes['form']}
        onSubmit={event => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <TextInput
          label="Name"
          value={name}
          maxLength={200}
          required
          onChange={event => setName(event.currentTarget.value)}
        />
        <Select
          label="Time zone"
          description={`Used to show times and schedule texts. It is now ${showMoment(Date.now(), timeZone)} there.`}
          data={zones.map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          value={timeZone}
          onChange={zone => zone && setTimeZone(zone)}
          searchable
          allowDeselect={false}
          limit={60}
          nothingFoundMessage="No such time zone"
        />
        <div>
          <Button type="submit" loading={save.isPending} disabled={!isChanged || name.trim() === ''}>
            Save
          </Button>
        </div>
      </form>
      <dl className={classes['facts']}>
        <dt>Firm</dt>
        <dd>{me.firmName}</dd>
        <dt>Email</dt>
        <dd>{me.email}</dd>
        <dt>Texting number</dt>
        <dd>{me.textingNumber ? showPhone(me.textingNumber) : 'None yet'}</dd>
        <dt>Consent</dt>
        <dd>
          {me.isConsentRequired
            ? 'Your firm requires consent before any text'
            : 'Your firm lets you text people without prior consent'}
        </dd>
      </dl>
      <p className={classes['note']}>Ask your administrator to change these.</p>
    </Panel>
  )
}

/** The profile belongs to the advisor. */
function Assistant() {
  const { name, firmName, person } = useMe()
  return (
    <Panel title="You">
      <dl className={classes['facts']}>
        <dt>Name</dt>
        <dd>{person.name}</dd>
        <dt>Email</dt>
        <dd>{person.email}</dd>
        <dt>Firm</dt>
        <dd>{firmName}</dd>
        <dt>Acting for</dt>
        <dd>{name}</dd>
      </dl>
      <p className={classes['note']}>The settings below are for your own sign-in, not for that of {name}.</p>
    </Panel>
  )
}

import { Autocomplete, Button } from '@mantine/core'
import type { Conversation } from '@parley/contract'
import { IconDeviceMobilePlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onLive, useIsDisconnected } from '../../lib/live.ts'
import { nameOf } from '../../lib/people.ts'
import { showPhone } from '../../lib/phone.ts'
import { reading } from '../../lib/queries.ts'
import { readPhone } from '../../lib/read-phone.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { Empty, Waiting, Wrong } from '../../ui/states.tsx'
import classes from './handset.module.css'
import { Handset } from './handset.tsx'
import { readPhones, writePhones } from './phones-in-address.ts'

/** In the list: the name, and the number unless it is the name. */
function labelOf(one: Conversation): string {
  const [name, number] = [nameOf(one), showPhone(one.phone)]
  return name === number ? name : `${name} ${number}`
}

/** Virtual phones of the advisor's recipients, side by side. No real texts are sent. */
export function HandsetPage() {
  const client = useQueryClient()
  const isLost = useIsDisconnected()
  const me = useQuery(reading('getMe', {}))
  const recent = useQuery(reading('listConversations', { query: { limit: 50 } }))
  const [phones, setPhones] = useState(readPhones)
  const [typed, setTyped] = useState('')
  const [isListOpen, setIsListOpen] = useState(false)
  const show = (now: readonly string[]): void => {
    setPhones(now)
    writePhones(now)
  }
  useEffect(
    () =>
      onLive(event => {
        if (event.name === 'end') location.reload()
        if (event.name === 'ready' || event.name === 'reset') void client.invalidateQueries()
        if (event.name === 'message' || event.name === 'status' || event.name === 'consent') {
          invalidateAfter(client, 'handsetText')
        }
      }),
    [client],
  )
  if (me.isPending) return <Waiting />
  if (me.isError) return <Wrong error={me.error} retry={() => void me.refetch()} />

  const known = (recent.data?.data ?? []).filter(({ phone }) => !phones.includes(phone))
  const labels = new Map(known.map(one => [labelOf(one), one.phone]))
  const names = new Map((recent.data?.data ?? []).map(one => [one.phone, nameOf(one)]))
  const number = labels.get(typed) ?? readPhone(typed)
  const add = (phone: string | undefined): void => {
    if (phone === undefined) return
    if (!phones.includes(phone)) show([...phones, phone])
    setTyped('')
    setIsListOpen(false)
  }
  return (
    <div className={classes['page']}>
      <header className={classes['top']}>
        <img src="/app/icon.svg" alt="" width={28} height={28} />
        <div className={classes['topWords']}>
          <h1>Test phones</h1>
          <p>
            Reply as the people whom {me.data.name} texts from{' '}
            {me.data.textingNumber ? showPhone(me.data.textingNumber) : 'an account without a number'}. No
            real texts are sent.
          </p>
        </div>
        <form
          className={classes['add']}
          onSubmit={event => {
            event.preventDefault()
            add(number)
          }}
        >
          <Autocomplete
            aria-label="Number of the phone"
            placeholder="Any number, or someone you texted"
            data={[...labels.keys()]}
            value={typed}
            // A chosen option arrives here, too, with its label.
            onChange={words => (labels.has(words) ? add(labels.get(words)) : setTyped(words))}
            // Otherwise the list of all people would cover the phones after each one that is added.
            dropdownOpened={isListOpen}
            onDropdownOpen={() => setIsListOpen(true)}
            onDropdownClose={() => setIsListOpen(false)}
            limit={12}
          />
          <Button
            type="submit"
            leftSection={<IconDeviceMobilePlus size={18} />}
            disabled={number === undefined}
          >
            Add phone
          </Button>
        </form>
      </header>
      {isLost && (
        <p className={classes['lost']} role="status">
          Not connected. The phones update when the connection is back.
        </p>
      )}
      <main className={classes['phones']}>
        {phones.length === 0 && (
          <Empty title="No phones yet" Icon={IconDeviceMobilePlus}>
            Add the number of someone you will text, or any number. Then reply from here: YES to a consent
            request, or STOP to opt out.
          </Empty>
        )}
        {phones.map(phone => (
          <Handset
            key={phone}
            phone={phone}
            name={names.get(phone)}
            remove={() => show(phones.filter(one => one !== phone))}
          />
        ))}
      </main>
    </div>
  )
}

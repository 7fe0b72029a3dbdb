import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../lib/call.ts'
import { openAccount } from '../lib/me/account.ts'
import { reading } from '../lib/queries.ts'
import { leaveAfter } from '../lib/session.ts'
import { useTitle } from '../ui/page.tsx'
import { PersonMark } from '../ui/person-mark.tsx'
import { Waiting, Wrong } from '../ui/states.tsx'
import classes from './choose-account.module.css'

/** Shown to somebody who can act for several advisors and has chosen none. */
export function ChooseAccount() {
  useTitle('Choose an advisor')
  const query = useQuery(reading('getPerson', {}))
  const hasNone = query.data?.accounts.length === 0
  useEffect(() => {
    if (hasNone) location.replace('/firm')
  }, [hasNone])
  if (query.isError) return <Wrong error={query.error} retry={() => void query.refetch()} />
  if (query.isPending || hasNone) return <Waiting />
  const { name, firmName, accounts } = query.data
  return (
    <main className={classes['choose']}>
      <h1>For whom are you working?</h1>
      <p>
        You are signed in as {name}, {firmName}. Clients get texts from the advisor you choose, and the record
        says that you wrote them.
      </p>
      <ul>
        {accounts.map(account => (
          <li key={account.advisorId}>
            <button type="button" onClick={() => openAccount(account.advisorId)}>
              <PersonMark name={account.name} size={34} />
              {account.name}
            </button>
          </li>
        ))}
      </ul>
      <Button variant="subtle" color="gray" onClick={() => leaveAfter(call('signOut', {}))}>
        Sign out
      </Button>
    </main>
  )
}

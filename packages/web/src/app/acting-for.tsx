import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconUserShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { openAccount } from '../lib/me/account.ts'
import { useMe } from '../lib/me/use-me.ts'
import { reading } from '../lib/queries.ts'
import classes from './shell.module.css'

/** Says on every page whose account it is, to somebody who is not that advisor or who could be at work for another one. */
export function ActingFor() {
  const { advisorId, name, role, accounts } = useMe()
  const isOwn = role === 'advisor'
  if (isOwn && accounts === 1) return null
  return (
    <section className={classes['acting']} aria-label="Account">
      <IconUserShare size={17} stroke={1.75} aria-hidden />
      <span>
        {isOwn ? (
          'Your own account'
        ) : (
          <>
            Acting for <strong>{name}</strong>
          </>
        )}
      </span>
      {accounts > 1 && <Switch advisorId={advisorId} />}
    </section>
  )
}

function Switch({ advisorId }: { readonly advisorId: number }) {
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({ ...reading('getPerson', {}), enabled: isOpen })
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={260}>
      <Menu.Target>
        <Button size="compact-sm" variant="default" rightSection={<IconChevronDown size={14} />}>
          Switch
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {query.data?.accounts.map(account => (
          <Menu.Item
            key={account.advisorId}
            disabled={account.advisorId === advisorId}
            onClick={() => openAccount(account.advisorId)}
          >
            {account.name}
            {account.formerName !== undefined && ` (clients of ${account.formerName})`}
          </Menu.Item>
        )) ?? <Menu.Label>Loading…</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  )
}

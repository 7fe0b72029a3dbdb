import { ActionIcon, Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots, IconInbox, IconLogout } from '@tabler/icons-react'
import { Outlet, useRouterState } from '@tanstack/react-router'
import classes from '../app/shell.module.css'
import { call } from '../lib/call.ts'
import { SignedInProvider } from '../lib/me/signed-in.ts'
import { leaveAfter } from '../lib/session.ts'
import { PersonMark } from '../ui/person-mark.tsx'
import { ConsoleLink } from './link.tsx'
import { useConsolePages } from './navigation.ts'
import { browserZone, useConsole } from './use-console.ts'

const signOut = (): void => leaveAfter(call('signOut', {}))

/** Frame of every page of the console: the app's own, with the pages of the firm. */
export function ConsoleShell() {
  const { person, hasPassword, offersPasskeys } = useConsole()
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  return (
    <div className={classes['shell']} data-phone={isPhone || undefined}>
      <a className={classes['skip']} href="#main">
        Skip to content
      </a>
      {!isPhone && <Sidebar />}
      <div className={classes['content']}>
        <main id="main" className={classes['main']} tabIndex={-1}>
          <SignedInProvider
            value={{ timeZone: browserZone, email: person.email, hasPassword, offersPasskeys }}
          >
            <Outlet />
          </SignedInProvider>
        </main>
        {isPhone && <BottomBar />}
      </div>
    </div>
  )
}

function Sidebar() {
  const { person, environment } = useConsole()
  const pages = useConsolePages()
  const isNarrow = useMediaQuery('(max-width: 62.5em)', undefined, { getInitialValueInEffect: false })
  const hint = { position: 'right' as const, disabled: !isNarrow }
  return (
    <nav className={classes['sidebar']} aria-label="Pages">
      <div className={classes['brand']} data-firm>
        <img src="/app/icon.svg" alt="" width={26} height={26} />
        <span className={classes['firm']}>{person.firmName}</span>
        {environment === 'sandbox' && <span className={classes['environment']}>Sandbox</span>}
      </div>
      <ul className={classes['links']}>
        {pages.map(({ to, label, Icon }) => (
          <li key={to}>
            <Tooltip label={label} {...hint}>
              <ConsoleLink to={to} className={classes['link'] ?? ''} activeProps={{ 'data-active': true }}>
                <Icon size={19} stroke={1.75} aria-hidden />
                <span className={classes['linkName']}>{label}</span>
              </ConsoleLink>
            </Tooltip>
          </li>
        ))}
      </ul>
      <div className={classes['foot']}>
        {person.accounts.length > 0 && (
          <Tooltip label="Open the inbox" {...hint}>
            <a className={classes['link']} href="/app">
              <IconInbox size={19} stroke={1.75} aria-hidden />
              <span className={classes['linkName']}>Open the inbox</span>
            </a>
          </Tooltip>
        )}
        <div className={classes['who']}>
          <PersonMark name={person.name} size={34} />
          <div className={classes['whoWords']}>
            <strong>{person.name}</strong>
            <span>{person.email}</span>
          </div>
          <Tooltip label="Sign out">
            <ActionIcon variant="subtle" color="gray" onClick={signOut} aria-label="Sign out">
              <IconLogout size={18} />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
    </nav>
  )
}

function BottomBar() {
  const { person } = useConsole()
  const pages = useConsolePages()
  const path = useRouterState({ select: state => state.location.pathname })
  const rest = pages.filter(({ isInBar }) => !isInBar)
  return (
    <nav className={classes['bar']} aria-label="Pages">
      {pages
        .filter(({ isInBar }) => isInBar)
        .map(({ to, label, Icon }) => (
          <ConsoleLink
            key={to}
            to={to}
            className={classes['barLink'] ?? ''}
            activeProps={{ 'data-active': true }}
          >
            <span className={classes['barIcon']}>
              <Icon size={23} stroke={1.6} aria-hidden />
            </span>
            {label}
          </ConsoleLink>
        ))}
      <Menu position="top-end" width={240}>
        <Menu.Target>
          <UnstyledButton
            className={classes['barLink']}
            data-active={rest.some(({ to }) => path.startsWith(to)) || undefined}
          >
            <span className={classes['barIcon']}>
              <IconDots size={23} stroke={1.6} aria-hidden />
            </span>
            More
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {person.name} · {person.firmName}
          </Menu.Label>
          {rest.map(({ to, label, Icon }) => (
            <Menu.Item
              key={to}
              leftSection={<Icon size={18} />}
              renderRoot={props => <ConsoleLink to={to} {...props} />}
            >
              {label}
            </Menu.Item>
          ))}
          {person.accounts.length > 0 && (
            <Menu.Item component="a" href="/app" leftSection={<IconInbox size={18} />}>
              Open the inbox
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={18} />} onClick={signOut}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </nav>
  )
}

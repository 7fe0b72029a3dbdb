import { ActionIcon, Button, Kbd, Menu, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import {
  IconDeviceMobileMessage,
  IconDots,
  IconLogout,
  IconPencilPlus,
  IconPhoneOff,
  IconPlugX,
  IconSearch,
} from '@tabler/icons-react'
import { Link, Outlet, useMatchRoute, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { forgetDrafts } from '../features/compose/drafts.ts'
import { call } from '../lib/call.ts'
import { commandKey } from '../lib/command-key.ts'
import { useIsDisconnected } from '../lib/live.ts'
import { forgetAccount } from '../lib/me/account.ts'
import { SignedInProvider } from '../lib/me/signed-in.ts'
import { useMe } from '../lib/me/use-me.ts'
import { showPhone } from '../lib/phone.ts'
import { leaveAfter, useIsSessionOver } from '../lib/session.ts'
import { PersonMark } from '../ui/person-mark.tsx'
import { Waiting } from '../ui/states.tsx'
import { ActingFor } from './acting-for.tsx'
import { useNavigation } from './navigation.ts'
import classes from './shell.module.css'
import { SignedOut } from './signed-out.tsx'

const Palette = lazy(() => import('./palette.tsx'))
const ContactDialog = lazy(() =>
  import('../features/contacts/contact-dialog.tsx').then(module => ({ default: module.ContactDialog })),
)

/** Single keys must not leave or cover a dialog that is open. */
const isDialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null

const signOut = (): void => {
  forgetDrafts()
  forgetAccount()
  leaveAfter(call('signOut', {}))
}

/** Client data is not rendered at all while nobody is signed in. */
export function Shell() {
  return useIsSessionOver() ? <SignedOut /> : <Pages />
}

function Pages() {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const isThread = useMatchRoute()({ to: '/inbox/$memberId' }) !== false
  const navigate = useNavigate()
  const { timeZone, person, hasPassword, offersPasskeys } = useMe()
  // Loaded on first use, then kept.
  const [palette, setPalette] = useState({ opening: 0, isOpen: false })
  const openPalette = (): void =>
    setPalette(now => (now.isOpen ? now : { opening: now.opening + 1, isOpen: true }))
  // Works within a field, too, unlike single letters.
  useHotkeys([['mod+K', openPalette]], [])
  const [isAdding, adding] = useDisclosure(false)
  useHotkeys([
    ['n', () => isDialogOpen() || void navigate({ to: '/new' })],
    ['c', () => isDialogOpen() || adding.open()],
  ])
  // What is typed right after the n must not be lost while the page loads.
  const router = useRouter()
  useEffect(() => void router.preloadRoute({ to: '/new' }), [router])
  return (
    <div className={classes['shell']} data-phone={isPhone || undefined}>
      <a className={classes['skip']} href="#main">
        Skip to content
      </a>
      {!isPhone && <Sidebar openPalette={openPalette} />}
      <div className={classes['content']}>
        <ActingFor />
        <NoNumberBanner />
        <LostBanner />
        <main id="main" className={classes['main']} tabIndex={-1}>
          <SignedInProvider value={{ timeZone, email: person.email, hasPassword, offersPasskeys }}>
            <Outlet />
          </SignedInProvider>
        </main>
        {isPhone && !isThread && <BottomBar openPalette={openPalette} />}
      </div>
      {isAdding && (
        <Suspense>
          <ContactDialog
            close={adding.close}
            done={contactId => void navigate({ to: '/contacts/$contactId', params: { contactId } })}
          />
        </Suspense>
      )}
      {palette.opening > 0 && (
        <Suspense>
          <Palette {...palette} close={() => setPalette(now => ({ ...now, isOpen: false }))} />
        </Suspense>
      )}
    </div>
  )
}

/** Shown until the session is known. */
export function Blank() {
  return (
    <div className={classes['blank']}>
      <Waiting />
    </div>
  )
}

/** On a tablet only icons, whose names are shown on hover and read aloud: the thread needs the width. */
function Sidebar({ openPalette }: { readonly openPalette: () => void }) {
  const me = useMe()
  const navigation = useNavigation()
  const isNarrow = useMediaQuery('(max-width: 62.5em)', undefined, { getInitialValueInEffect: false })
  const hint = { position: 'right' as const, disabled: !isNarrow }
  return (
    <nav className={classes['sidebar']} aria-label="Pages">
      <div className={classes['brand']}>
        <img src="/app/icon.svg" alt="" width={26} height={26} />
        <span>Parley</span>
        {me.environment === 'sandbox' && <span className={classes['environment']}>Sandbox</span>}
      </div>
      <Tooltip label="New text" {...hint}>
        <Button
          renderRoot={props => <Link to="/new" {...props} />}
          leftSection={<IconPencilPlus size={18} />}
          fullWidth
          className={classes['new'] ?? ''}
        >
          New text
        </Button>
      </Tooltip>
      <Tooltip label={`Search (${commandKey} K)`} {...hint}>
        <UnstyledButton className={classes['find']} onClick={openPalette}>
          <IconSearch size={16} aria-hidden />
          <span>Search</span>
          <Kbd size="xs">{commandKey} K</Kbd>
        </UnstyledButton>
      </Tooltip>
      <ul className={classes['links']}>
        {navigation.map(({ to, label, Icon }) => (
          <li key={to}>
            <Tooltip label={label} {...hint}>
              <Link to={to} className={classes['link']} activeProps={{ 'data-active': true }}>
                <Icon size={19} stroke={1.75} aria-hidden />
                <span className={classes['linkName']}>{label}</span>
                {to === '/inbox' && <Unread count={me.unreadConversations} />}
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
      <div className={classes['foot']}>
        {me.environment === 'sandbox' && (
          <Tooltip label="Open test phones" {...hint}>
            <a className={classes['handset']} href="/sandbox/handset" target="parley-handset">
              <IconDeviceMobileMessage size={18} stroke={1.75} aria-hidden />
              <span>
                Open test phones
                <small>No real texts are sent</small>
              </span>
            </a>
          </Tooltip>
        )}
        <div className={classes['who']}>
          <PersonMark name={me.person.name} size={34} />
          <div className={classes['whoWords']}>
            <strong>{me.person.name}</strong>
            <span>{me.textingNumber ? showPhone(me.textingNumber) : 'No texting number'}</span>
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

function BottomBar({ openPalette }: { readonly openPalette: () => void }) {
  const me = useMe()
  const navigation = useNavigation()
  const path = useRouterState({ select: state => state.location.pathname })
  const rest = navigation.filter(({ isInBar }) => !isInBar)
  return (
    <nav className={classes['bar']} aria-label="Pages">
      {navigation
        .filter(({ isInBar }) => isInBar)
        .map(({ to, label, Icon }) => (
          <Link key={to} to={to} className={classes['barLink']} activeProps={{ 'data-active': true }}>
            <span className={classes['barIcon']}>
              <Icon size={23} stroke={1.6} aria-hidden />
              {to === '/inbox' && <Unread count={me.unreadConversations} />}
            </span>
            {label}
          </Link>
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
            {me.person.name} · {me.textingNumber ? showPhone(me.textingNumber) : 'No texting number'}
          </Menu.Label>
          <Menu.Item leftSection={<IconSearch size={18} />} onClick={openPalette}>
            Search everything
          </Menu.Item>
          {rest.map(({ to, label, Icon }) => (
            <Menu.Item
              key={to}
              leftSection={<Icon size={18} />}
              renderRoot={props => <Link to={to} {...props} />}
            >
              {label}
            </Menu.Item>
          ))}
          {me.environment === 'sandbox' && (
            <Menu.Item
              component="a"
              href="/sandbox/handset"
              leftSection={<IconDeviceMobileMessage size={18} />}
            >
              Test phones (sandbox)
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

function Unread({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span className={classes['unread']}>
      {count > 99 ? '99+' : count}
      <VisuallyHidden> unread</VisuallyHidden>
    </span>
  )
}

/** A new account. */
function NoNumberBanner() {
  const { textingNumber, role, name } = useMe()
  if (textingNumber !== null) return null
  return (
    <div className={classes['lost']} role="status">
      <IconPhoneOff size={18} aria-hidden />
      <span>
        <strong>{role === 'advisor' ? 'Your account' : `${name}’s account`} has no texting number.</strong>{' '}
        Texts cannot be sent until your firm’s administrator assigns one.
      </span>
    </div>
  )
}

function LostBanner() {
  if (!useIsDisconnected()) return null
  return (
    <div className={classes['lost']} role="status">
      <IconPlugX size={18} aria-hidden />
      <span>
        <strong>Not connected.</strong> This page may be out of date. It updates when the connection is back.
      </span>
    </div>
  )
}

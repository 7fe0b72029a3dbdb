import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  redirect,
  useRouter,
} from '@tanstack/react-router'
import { needsAccount } from '../lib/failure.ts'
import { loadMe } from '../lib/me/load-me.ts'
import { Empty, Wrong } from '../ui/states.tsx'
import { ChooseAccount } from './choose-account.tsx'
import {
  composeSearch,
  contactsSearch,
  idInPath,
  importSearch,
  inboxSearch,
  librarySearch,
  scheduledSearch,
  searchOnly,
} from './search-params.ts'
import { Blank, Shell } from './shell.tsx'

interface Context {
  readonly client: QueryClient
}

const root = createRootRouteWithContext<Context>()({
  beforeLoad: ({ context }) => loadMe(context.client),
  component: Shell,
  pendingComponent: Blank,
  errorComponent: ({ error, reset }) =>
    needsAccount(error) ? <ChooseAccount /> : <Wrong error={error} retry={reset} />,
  notFoundComponent: () => <Empty title="Page not found">Check the address, or go back.</Empty>,
})

function PageError({ error }: ErrorComponentProps) {
  const router = useRouter()
  return <Wrong error={error} retry={() => void router.invalidate()} />
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inbox', replace: true })
  },
})

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import('../features/inbox/inbox-page.tsx'), 'InboxPage'),
})

const conversation = createRoute({
  getParentRoute: () => inbox,
  path: '$memberId',
  params: {
    parse: ({ memberId }) => ({ memberId: idInPath(memberId) }),
    stringify: ({ memberId }) => ({ memberId: String(memberId) }),
  },
  component: lazyRouteComponent(() => import('../features/inbox/thread-pane.tsx'), 'ThreadPane'),
})

const noConversation = createRoute({
  getParentRoute: () => inbox,
  path: '/',
  component: lazyRouteComponent(() => import('../features/inbox/no-conversation.tsx'), 'NoConversation'),
})

const compose = createRoute({
  getParentRoute: () => root,
  path: '/new',
  validateSearch: composeSearch,
  component: lazyRouteComponent(() => import('../features/compose/compose-page.tsx'), 'ComposePage'),
})

const contacts = createRoute({
  getParentRoute: () => root,
  path: '/contacts',
  validateSearch: contactsSearch,
  component: lazyRouteComponent(() => import('../features/contacts/contacts-page.tsx'), 'ContactsPage'),
})

const importing = createRoute({
  getParentRoute: () => root,
  path: '/contacts/import',
  validateSearch: importSearch,
  component: lazyRouteComponent(() => import('../features/contacts/import-page.tsx'), 'ImportPage'),
})

const contact = createRoute({
  getParentRoute: () => root,
  path: '/contacts/$contactId',
  params: {
    parse: ({ contactId }) => ({ contactId: idInPath(contactId) }),
    stringify: ({ contactId }) => ({ contactId: String(contactId) }),
  },
  component: lazyRouteComponent(() => import('../features/contacts/contact-page.tsx'), 'ContactPage'),
})

const groups = createRoute({
  getParentRoute: () => root,
  path: '/groups',
  validateSearch: searchOnly,
  component: lazyRouteComponent(() => import('../features/groups/groups-page.tsx'), 'GroupsPage'),
})

const scheduled = createRoute({
  getParentRoute: () => root,
  path: '/scheduled',
  validateSearch: scheduledSearch,
  component: lazyRouteComponent(() => import('../features/scheduled/scheduled-page.tsx'), 'ScheduledPage'),
})

const library = createRoute({
  getParentRoute: () => root,
  path: '/library',
  validateSearch: librarySearch,
  component: lazyRouteComponent(() => import('../features/library/library-page.tsx'), 'LibraryPage'),
})

const applications = createRoute({
  getParentRoute: () => root,
  path: '/applications',
  component: lazyRouteComponent(
    () => import('../features/applications/applications-page.tsx'),
    'ApplicationsPage',
  ),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
})

const routeTree = root.addChildren([
  home,
  inbox.addChildren([noConversation, conversation]),
  compose,
  contacts,
  importing,
  contact,
  groups,
  scheduled,
  library,
  applications,
  settings,
])

export const createAppRouter = (client: QueryClient) =>
  createRouter({
    routeTree,
    basepath: '/app',
    context: { client },
    // Inside the shell, so that navigation stays available.
    defaultErrorComponent: PageError,
    defaultPreload: 'intent',
    defaultPendingMs: 200,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

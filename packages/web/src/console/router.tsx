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
import { idInPath } from '../app/search-params.ts'
import { reading } from '../lib/queries.ts'
import { Empty, Waiting, Wrong } from '../ui/states.tsx'
import { pagesOf } from './navigation.ts'
import { countedSearch, overviewSearch } from './overview/overview-link.tsx'
import { ConsoleShell } from './shell.tsx'

interface Context {
  readonly client: QueryClient
}

const root = createRootRouteWithContext<Context>()({
  beforeLoad: ({ context }) => context.client.ensureQueryData(reading('getConsole', {})),
  component: ConsoleShell,
  pendingComponent: Waiting,
  errorComponent: ({ error, reset }) => <Wrong error={error} retry={reset} />,
  notFoundComponent: () => <Empty title="Page not found">Check the address, or go back.</Empty>,
})

function PageError({ error }: ErrorComponentProps) {
  const router = useRouter()
  return <Wrong error={error} retry={() => void router.invalidate()} />
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const { operations } = await context.client.ensureQueryData(reading('getConsole', {}))
    throw redirect({ to: (pagesOf(operations)[0]?.to ?? '/account') as never, replace: true })
  },
})

const overview = createRoute({
  getParentRoute: () => root,
  path: '/overview',
  validateSearch: overviewSearch,
  component: lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
})

const entries = createRoute({
  getParentRoute: () => root,
  path: '/overview/entries',
  validateSearch: countedSearch,
  component: lazyRouteComponent(() => import('./overview/entries-page.tsx'), 'EntriesPage'),
})

const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  component: lazyRouteComponent(() => import('./people/people-page.tsx'), 'PeoplePage'),
})

const person = createRoute({
  getParentRoute: () => root,
  path: '/people/$personId',
  params: {
    parse: ({ personId }) => ({ personId: idInPath(personId) }),
    stringify: ({ personId }) => ({ personId: String(personId) }),
  },
  component: lazyRouteComponent(() => import('./people/person-page.tsx'), 'PersonPage'),
})

const book = createRoute({
  getParentRoute: () => root,
  path: '/books/$advisorId',
  params: {
    parse: ({ advisorId }) => ({ advisorId: idInPath(advisorId) }),
    stringify: ({ advisorId }) => ({ advisorId: String(advisorId) }),
  },
  component: lazyRouteComponent(() => import('./books/hand-over-page.tsx'), 'HandOverPage'),
})

const numbers = createRoute({
  getParentRoute: () => root,
  path: '/numbers',
  component: lazyRouteComponent(() => import('./numbers/numbers-page.tsx'), 'NumbersPage'),
})

const applications = createRoute({
  getParentRoute: () => root,
  path: '/applications',
  component: lazyRouteComponent(() => import('./applications/applications-page.tsx'), 'ApplicationsPage'),
})

const application = createRoute({
  getParentRoute: () => root,
  path: '/applications/$applicationId',
  params: {
    parse: ({ applicationId }) => ({ applicationId: idInPath(applicationId) }),
    stringify: ({ applicationId }) => ({ applicationId: String(applicationId) }),
  },
  component: lazyRouteComponent(() => import('./applications/application-page.tsx'), 'ApplicationPage'),
})

const policy = createRoute({
  getParentRoute: () => root,
  path: '/policy',
  component: lazyRouteComponent(() => import('./policy/policy-page.tsx'), 'PolicyPage'),
})

const journal = createRoute({
  getParentRoute: () => root,
  path: '/journal',
  component: lazyRouteComponent(() => import('./journal/journal-page.tsx'), 'JournalPage'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
})

const routeTree = root.addChildren([
  home,
  overview,
  entries,
  people,
  person,
  book,
  numbers,
  applications,
  application,
  policy,
  journal,
  account,
])

export const createConsoleRouter = (client: QueryClient) =>
  createRouter({
    routeTree,
    basepath: '/firm',
    context: { client },
    defaultErrorComponent: PageError,
    defaultPreload: 'intent',
    defaultPendingMs: 200,
  })

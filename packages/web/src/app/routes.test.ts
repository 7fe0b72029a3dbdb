import { limits } from '@parley/contract'
import { QueryClient } from '@tanstack/react-query'
import { type AnyRouter, createMemoryHistory } from '@tanstack/react-router'
import { afterAll, describe, expect, it, vi } from 'vitest'

// The scripts read these as they load. Other test files of the process load their own copies.
const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
vi.stubGlobal('contractOfBuild', { base: '', eventsPath: '', limits, operations: {} })
vi.stubGlobal('sessionStorage', storage)
vi.stubGlobal('localStorage', storage)
vi.resetModules()
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const { createAppRouter } = await import('./router.tsx')
const { createConsoleRouter } = await import('../console/router.tsx')
const { idInPath } = await import('./search-params.ts')
const app: AnyRouter = createAppRouter(new QueryClient())
const firm: AnyRouter = createConsoleRouter(new QueryClient())

/** The deepest page of an address. */
function pageAt(router: AnyRouter, address: string) {
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) })
  return router.matchRoutes(router.latestLocation).at(-1)
}

/** What a page reads: undefined is the same as absent. */
const searchAt = (router: AnyRouter, address: string): unknown =>
  JSON.parse(JSON.stringify(pageAt(router, address)?.search))

describe('search parameters of the app', () => {
  it.each([
    ['/app/inbox?filter=xyz', {}],
    ['/app/inbox?filter=unread&search=42', { filter: 'unread', search: '42' }],
    ['/app/inbox?search=true', {}],
    ['/app/inbox/7?filter=xyz', {}],
    ['/app/new?contactId=abc&groupId=0&phone=true&text=', {}],
    ['/app/new?contactId=3&text=Hello', { contactId: 3, text: 'Hello' }],
    ['/app/contacts?page=abc', {}],
    ['/app/contacts?page=0&sortBy=hack&sortDirection=up&groupId=xyz', {}],
    [
      '/app/contacts?page=2&sortBy=email&sortDirection=desc',
      { page: 2, sortBy: 'email', sortDirection: 'desc' },
    ],
    ['/app/contacts/import?importId=x', {}],
    ['/app/contacts/import?importId=5', { importId: 5 }],
    ['/app/groups?page=1.5', {}],
    ['/app/groups?page=3&search=vip', { page: 3, search: 'vip' }],
    ['/app/scheduled?view=month', {}],
    ['/app/scheduled?view=calendar&month=2026-99', { view: 'calendar' }],
    [
      '/app/scheduled?view=calendar&month=2026-12&schedule=4',
      { view: 'calendar', month: '2026-12', schedule: 4 },
    ],
    ['/app/scheduled?schedule=-1&page=x', {}],
    ['/app/library?type=Foo&page=-3', {}],
    ['/app/library?type=Emails&page=2', { type: 'Emails', page: 2 }],
  ])('%s', (address, search) => {
    expect(searchAt(app, address)).toEqual(search)
  })

  it('cuts search words to the length that the service accepts', () => {
    expect(searchAt(app, `/app/inbox?search=${'a'.repeat(200)}`)).toEqual({ search: 'a'.repeat(150) })
  })
})

describe('search parameters of the console', () => {
  it.each([
    ['/firm/overview?days=8&advisor=x', {}],
    ['/firm/overview?days=90&advisor=3', { days: 90, advisor: 3 }],
    ['/firm/overview/entries?figure=hack&from=2026-99-99&to=2026-02-30&advisor=0', {}],
    [
      '/firm/overview/entries?figure=texts&from=2026-01-01&to=2026-01-31',
      { figure: 'texts', from: '2026-01-01', to: '2026-01-31' },
    ],
  ])('%s', (address, search) => {
    expect(searchAt(firm, address)).toEqual(search)
  })
})

describe('ids in paths', () => {
  it.each([
    [app, '/app/inbox/abc'],
    [app, '/app/inbox/0'],
    [app, '/app/contacts/abc'],
    [app, '/app/contacts/1.5'],
    [firm, '/firm/people/abc'],
    [firm, '/firm/books/-1'],
    [firm, '/firm/applications/99999999999999999999'],
  ])('no page: %#', (router, address) => {
    expect(pageAt(router, address)?.paramsError).toMatchObject({ isNotFound: true })
  })

  it('reads an id', () => {
    expect(idInPath('12')).toBe(12)
    expect(pageAt(app, '/app/contacts/12')).toMatchObject({
      params: { contactId: 12 },
      paramsError: undefined,
    })
  })
})

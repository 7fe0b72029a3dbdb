// The same book and inbox on the screen: from the key press to the rendered rows.
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { limits } from '@parley/contract'
import { launchBrowser } from '../../e2e/launch-browser.ts'
import { startSession } from '../../packages/server/src/identity/sessions/start-session.ts'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import { freePort } from '../../packages/server/test/processes/free-port.ts'
import type { Book } from '../addressbook/samples.ts'
import { startService } from '../common/service-process.ts'
import { type Figure, summarise } from './figure.ts'

interface ScreenFigure extends Figure {
  /** Long tasks (over 50 ms), as reported by the browser; they block the page. */
  readonly longTasks: number
  readonly longestTaskMs: number
}

interface Seen {
  readonly tookMs: number
  readonly tasks: readonly number[]
}

interface Asked {
  readonly database: Database
  readonly appUrl: string
  readonly book: Book
  readonly groups: readonly { readonly id: number; readonly name: string; readonly size: number }[]
  readonly conversations: number
  readonly repetitions: number
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newPage']>>

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
const inPage = fileURLToPath(new URL('in-page.js', import.meta.url))

export async function measureInBrowser(asked: Asked): Promise<ScreenFigure[]> {
  const { database, appUrl, book } = asked
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const api = await startService('api', {
    PARLEY_ENVIRONMENT: 'sandbox',
    PARLEY_CELL: '1',
    PARLEY_SECRET_KEY: createHash('sha256').update('bench').digest('base64'),
    DATABASE_URL: appUrl,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    REDIS_URL: '',
  })
  const browser = await launchBrowser()
  try {
    const figures: ScreenFigure[] = []
    for (const [name, viewport] of Object.entries(sizes)) {
      const context = await browser.newContext({ viewport })
      const { token } = await startSession(database, { personId: book.advisorId })
      await context.addCookies([{ name: 'parley_app', value: token, url: origin }])
      await context.addInitScript({ path: inPage })
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      await measureScreen({ ...asked, page, origin, size: name, figures })
      await context.close()
    }
    return figures
  } finally {
    await browser.close()
    await api.stop()
  }
}

interface Screen extends Asked {
  readonly page: Page
  readonly origin: string
  readonly size: string
  readonly figures: ScreenFigure[]
}

/** Measured gestures on a page. */
function createGestures({ page, origin, size, figures, repetitions }: Screen) {
  const add = async (what: string, act: (repetition: number) => Promise<Seen>, times = repetitions) => {
    const seen: Seen[] = []
    for (let repetition = 0; repetition < times; repetition += 1) seen.push(await act(repetition))
    const tasks = seen.flatMap(one => one.tasks)
    const figure = summarise(
      `${size}, ${what}`,
      seen.map(({ tookMs }) => tookMs),
    )
    const longestTaskMs = Math.max(0, ...tasks)
    figures.push({ ...figure, longTasks: tasks.length, longestTaskMs })
    if (tasks.length > 0)
      console.log(`  ${tasks.length} long tasks, the longest ${longestTaskMs.toFixed(0)} ms`)
  }
  /** Performs the action and waits until the rows have changed. */
  const changesRows = async (address: string, act: () => Promise<unknown>): Promise<Seen> => {
    await page.evaluate('globalThis.before = bench.rows()')
    const seen = page.evaluate<Seen>(
      `bench.until(() => location.href.includes(${JSON.stringify(address)}) && bench.isFilled() && bench.rows() !== before)`,
    )
    await act()
    return seen
  }
  const shows = async (expression: string, act: () => Promise<unknown>): Promise<Seen> => {
    const seen = page.evaluate<Seen>(`bench.until(() => ${expression})`)
    await act()
    return seen
  }
  const open = async (path: string, expression: string): Promise<Seen> => {
    await page.goto('about:blank')
    await page.goto(`${origin}${path}`, { waitUntil: 'commit' })
    return page.evaluate<Seen>(`bench.opened(() => ${expression})`)
  }
  return { add, changesRows, shows, open }
}

async function measureScreen(screen: Screen): Promise<void> {
  const { page, size, book, groups, repetitions } = screen
  const { add, changesRows, shows, open } = createGestures(screen)
  const openBook = () => open('/app/contacts', 'bench.isFilled()')
  const fewer = Math.ceil(repetitions / 2)

  await add('book, opened', openBook, fewer)
  const next = page.getByRole('button', { name: 'Next page' })
  await add('book, next page', at => changesRows(`page=${at + 2}`, () => next.click()))
  const field = page.getByRole('textbox', { name: /^Page, of/ })
  const last = Math.ceil(book.contactCount / 50)
  const turnTo = async (to: number): Promise<Seen> => {
    await field.fill(String(to))
    return changesRows(`page=${to}`, () => field.press('Enter'))
  }
  const middle = Math.ceil(last / 2)
  await add('book, a page in the middle', at => turnTo(Math.max(1, middle - at * 3)))
  await add('book, one of the last pages', at => turnTo(last - at))
  // These columns are hidden in a narrow window.
  if (size === 'desk') {
    await openBook()
    for (const [label, by] of [
      ['Email', 'email'],
      ['Groups', 'groupCount'],
      ['Added', 'dateTimeCreated'],
    ] as const) {
      const button = page.getByRole('button', { name: label, exact: true })
      await add(`book, sorted by ${label}, up and down`, () =>
        changesRows(`sortBy=${by}`, () => button.click()),
      )
    }
  }
  await openBook()
  const words = page.getByRole('searchbox', { name: 'Search contacts' })
  const search = async (text: string): Promise<Seen> => {
    await words.fill(text.slice(0, -1))
    return changesRows(`search=${encodeURIComponent(text).replaceAll('%20', '+')}`, () =>
      words.press(text.slice(-1)),
    )
  }
  const named = book.contacts.filter(({ email }) => email !== null)
  await add('book, search, one person', at => search(named[at % named.length]?.email?.split('@')[0] ?? ''))
  const often = ['smith', 'johnson', 'mary', 'john', 'garcia', 'ell', 'son', 'linda', 'miller', 'david']
  await add('book, search, a name that many have', at => search(often[at % often.length] ?? ''))
  await words.fill('')
  await page.waitForTimeout(1_000)
  const group = page.getByRole('combobox', { name: 'Group' })
  await add('book, a group of it, from half of it to 20, chosen', async at => {
    const { id, name } = groups[at % groups.length] ?? { id: 0, name: '' }
    await group.fill(name)
    const option = page.getByRole('option', { name, exact: true })
    await option.waitFor()
    return changesRows(`groupId=${id}`, () => option.click())
  })

  const { contacts } = book
  await openBook()
  await add('palette, from the last letter to the person', async at => {
    await page.keyboard.press('Control+k')
    const finder = page.getByRole('combobox', { name: 'Search everything' })
    const text = named[at % named.length]?.email?.split('@')[0] ?? ''
    await finder.fill(text.slice(0, -1))
    const seen = await shows(`document.querySelector('[role=group][aria-label=People] [role=option]')`, () =>
      finder.press(text.slice(-1)),
    )
    await page.keyboard.press('Escape')
    await finder.waitFor({ state: 'hidden' })
    return seen
  })
  await add(
    'person, opened',
    at => open(`/app/contacts/${contacts[at]?.id}`, `document.querySelector('main h1')`),
    fewer,
  )
  const texted = groups.find(({ size: members }) => members <= limits.appRecipients)
  await add(
    'new text to as many as one may reach, until it is said who gets it',
    () =>
      open(
        `/app/new?groupId=${texted?.id}`,
        `/will get this text/.test(document.querySelector('main')?.textContent)`,
      ),
    fewer,
  )
  await add('inbox, opened', () => open('/app/inbox', `document.querySelector('[data-index="5"] a')`), fewer)
  await add('inbox, a conversation opened', async at => {
    const link = page.locator(`[data-index="${at}"] a`)
    const address = await link.getAttribute('href')
    await page.evaluate(`globalThis.before = document.querySelector('[role=log]')?.textContent`)
    const seen = await shows(
      `location.pathname === ${JSON.stringify(address)} && document.querySelector('[role=log]')?.textContent.includes('Good morning') &&
       document.querySelector('[role=log]').textContent !== before`,
      () => link.click(),
    )
    if (size === 'phone') await page.goBack()
    return seen
  })
  await scrollInbox(screen)
}

/** Scrolls to the end of the inbox with the wheel, and measures the frames. */
async function scrollInbox({ page, origin, size, conversations, figures }: Screen): Promise<void> {
  await page.goto(`${origin}/app/inbox`)
  const rows = page.locator('[data-index="5"] a')
  await rows.waitFor()
  await rows.hover()
  await page.evaluate('bench.watchFrames()')
  const began = performance.now()
  const end = conversations - 1
  for (;;) {
    await page.mouse.wheel(0, 1_500)
    const isLong = performance.now() - began > 500
    if (isLong && (await page.locator(`[data-index="${end}"] a`).isVisible())) break
    if (performance.now() - began > 120_000) throw new Error('The end of the inbox was not reached')
  }
  const { frames, tasks } = await page.evaluate<{ frames: number[]; tasks: number[] }>('bench.takeFrames()')
  const figure = summarise(`${size}, inbox, a frame while scrolled to its end`, frames)
  figures.push({ ...figure, longTasks: tasks.length, longestTaskMs: Math.max(0, ...tasks) })
  console.log(
    `  ${conversations} conversations in ${((performance.now() - began) / 1_000).toFixed(1)} s, ${frames.length} frames, ${frames.filter(ms => ms > 50).length} over 50 ms; ${tasks.length} long tasks, the longest ${Math.max(0, ...tasks).toFixed(0)} ms`,
  )
}

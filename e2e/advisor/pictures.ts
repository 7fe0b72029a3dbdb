// node e2e/advisor/pictures.ts: screenshots of every page of a realistic account, in both schemes and at two sizes. The
// best six go to docs/images.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'
import { launchBrowser } from '../launch-browser.ts'
import { startService } from '../service.ts'
import { advisorOf } from './advisor.ts'
import { people, seedDemo } from './seed-demo.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const all = `${root}.cache/pictures`
const docs = `${root}docs/images`

const sizes = [
  { name: 'wide', options: { viewport: { width: 1440, height: 900 } } },
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } },
] as const

const service = await startService(await freePort())
try {
  const advisor = await advisorOf(service)
  await mkdir(all, { recursive: true })
  await mkdir(docs, { recursive: true })
  const { members, groupId, contactIds } = await seedDemo(advisor)
  const member = (place: number): number => members[place] ?? 0
  const phones = [0, 3, 5].map(place => people[place]?.[2].slice(1)).join('.')
  const pages: Readonly<Record<string, string>> = {
    inbox: '/app/inbox',
    thread: `/app/inbox/${member(0)}`,
    'opted-out': `/app/inbox/${member(5)}`,
    'ask-consent': `/app/inbox/${member(9)}`,
    waiting: `/app/inbox/${member(8)}`,
    group: `/app/new?groupId=${groupId}`,
    contacts: '/app/contacts?sortBy=dateTimeCreated&sortDirection=desc',
    contact: `/app/contacts/${contactIds[0]}`,
    import: '/app/contacts/import',
    groups: '/app/groups',
    scheduled: '/app/scheduled',
    calendar: '/app/scheduled?view=calendar',
    library: '/app/library',
    applications: '/app/applications',
    settings: '/app/settings',
    phones: `/sandbox/handset?phones=${phones}`,
  }
  const best: Readonly<Record<string, string>> = {
    'thread-wide-light': 'app-thread',
    'group-wide-light': 'app-group',
    'opted-out-wide-light': 'app-opted-out',
    'calendar-wide-light': 'app-calendar',
    'phones-wide-light': 'app-phones',
    'thread-phone-dark': 'app-phone-dark',
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const { name: size, options } of sizes) {
      const { context, page } = await advisor.signIn({ colorScheme, reducedMotion: 'reduce', ...options })
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(`${advisor.origin}${path}`)
        await page.getByRole('main').first().waitFor()
        await page.getByLabel('Loading').first().waitFor({ state: 'detached' })
        await page.waitForTimeout(900)
        if (name === 'group') {
          await page.getByLabel('Write a text').fill('We meet on Thursday at six. Will you join us?')
          await page.getByRole('button', { name: /^Send to/, disabled: false }).waitFor()
        }
        const picture = `${name}-${size}-${colorScheme}`
        await page.screenshot({ path: `${all}/${picture}.png` })
        const chosen = best[picture]
        if (chosen) await page.screenshot({ path: `${docs}/${chosen}.png` })
      }
      await context.close()
    }
  }
} finally {
  await service.stop()
  await (await launchBrowser()).close()
}

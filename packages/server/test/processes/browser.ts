import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'

const sizes = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const

export const sizeNames = ['desktop', 'phone'] as const

let launching: Promise<Browser> | undefined

/** One for all test files of a worker, which share its modules: it takes a second to start, and it ends with the worker. */
export function launchBrowser(): Promise<Browser> {
  launching ??= chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  return launching
}

/** Leaves nothing of a test file: its contexts have all cookies and pages. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map(context => context.close()) ?? [])
}

export interface PageOptions {
  readonly size?: keyof typeof sizes
  readonly hasScript?: boolean
}

/** A page with no cookies yet. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<Page> {
  const { size = 'desktop', hasScript = true } = options
  const context = await browser.newContext({
    viewport: sizes[size],
    deviceScaleFactor: size === 'phone' ? 2 : 1,
    isMobile: size === 'phone',
    hasTouch: size === 'phone',
    javaScriptEnabled: hasScript,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  return page
}

/** Axe violations of any severity: rule and element. */
export async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** Saves a screenshot to the folder in SCREENSHOTS, if set. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** Whether the page is wider than the screen. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > window.innerWidth')

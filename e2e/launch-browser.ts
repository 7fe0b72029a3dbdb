import { type Browser, chromium } from 'playwright-core'

let launching: Promise<Browser> | undefined

/** One for all test files of a worker, which share its modules: it takes a second to start, and it ends with the worker. */
export const launchBrowser = (): Promise<Browser> =>
  (launching ??= chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  }))

/** Leaves nothing of a test file: its contexts have all cookies and pages. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map(context => context.close()) ?? [])
}

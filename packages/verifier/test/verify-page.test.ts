import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundlePage } from '../build/bundle-page.ts'
import { makeBundles } from './make-bundles.ts'

let folder = ''
let browser: Browser
const mistakes: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-html-'))
  await writeFile(join(folder, 'verify.html'), await bundlePage())
  await makeBundles(folder)
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
})
afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true })
})

/** The page from the disk, without a network. What it logs or requests is a mistake. */
async function openPage(colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const context = await browser.newContext({ colorScheme, offline: true })
  const page = await context.newPage()
  page.on('console', message => mistakes.push(message.text()))
  page.on('pageerror', error => mistakes.push(String(error)))
  page.on('request', request => {
    if (!/^(file|data|blob):/.test(request.url())) mistakes.push(request.url())
  })
  await page.goto(pathToFileURL(join(folder, 'verify.html')).href)
  return page
}

const check = async (page: Page, name: string): Promise<string> => {
  await page.setInputFiles('#bundle', join(folder, name))
  await page.waitForSelector('.banner, #mistake:not([hidden])')
  return page.innerText('main')
}

it('proves an honest bundle, with the post-quantum signature of a witness, and without a request', async () => {
  const page = await openPage()
  await page.setInputFiles('#policy', join(folder, 'policy.txt'))
  await page.waitForFunction('document.querySelector("#policy-state").textContent.includes("1 witnesses")')
  const words = await check(page, 'honest.zip')
  expect(words).toContain('The bundle proves what it claims.')
  expect(await page.locator('.verdict.good').count()).toBe(6)
  expect(mistakes).toEqual([])
})

it('says that the log does not confirm what a bundle of a period claims to be', async () => {
  const page = await openPage()
  await page.setInputFiles('#policy', join(folder, 'policy.txt'))
  await page.waitForFunction('document.querySelector("#policy-state").textContent.includes("1 witnesses")')
  await check(page, 'honest.zip')
  expect(await page.locator('.summary .unconfirmed').count()).toBe(0)
  await page.click('text=Check another bundle')
  await check(page, 'period.zip')
  expect(await page.locator('.verdict.good').count()).toBe(6)
  expect(await page.innerText('.summary')).toContain('The log does not confirm whose records these are')
  expect(await page.innerText('.banner')).toContain('The log does not confirm the owner')
})

/** Drops files onto the page at once. */
const drop = async (page: Page, ...names: readonly string[]): Promise<string> => {
  const files = await Promise.all(
    names.map(async name => ({ name, base64: await readFile(join(folder, name), 'base64') })),
  )
  await page.evaluate(given => {
    const transfer = new DataTransfer()
    for (const { name, base64 } of given)
      transfer.items.add(new File([Uint8Array.from(atob(base64), char => char.charCodeAt(0))], name))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }))
  }, files)
  await page.waitForSelector('.banner, #mistake:not([hidden])')
  return page.innerText('main')
}

it('judges a bundle by the policy that is dropped with it, in either order', async () => {
  for (const names of [
    ['honest.zip', 'policy.txt'],
    ['policy.txt', 'honest.zip'],
  ])
    expect(await drop(await openPage(), ...names)).toContain('The bundle proves what it claims.')
  expect(await drop(await openPage(), 'honest.zip')).toContain('the key is the bundle’s own claim')
  expect(mistakes).toEqual([])
})

it('judges no bundle by something else than the policy that is dropped with it', async () => {
  await writeFile(join(folder, 'torn.txt'), 'log ')
  const words = await drop(await openPage(), 'honest.zip', 'torn.txt')
  expect(words).toContain('torn.txt is not a policy.')
  expect(words).not.toContain('the key is the bundle’s own claim')
  expect(await drop(await openPage(), 'honest.zip', 'changed.zip')).toContain('Only one bundle')
})

it('names the entry that was changed, and checks the next bundle', async () => {
  const page = await openPage()
  const words = await check(page, 'changed.zip')
  expect(words).toContain('Do not rely on this bundle')
  expect(words).toContain('entries/0001.jsonl, line 42')
  await page.click('text=Check another bundle')
  expect(await check(page, 'honest.zip')).toContain('the key is the bundle’s own claim')
  await page.click('text=Check another bundle')
  expect(await check(page, 'policy.txt')).toContain('This file cannot be judged.')
  expect(mistakes).toEqual([])
})

it('cannot open a connection', async () => {
  const page = await openPage()
  const outcome = await page.evaluate(
    'fetch("http://127.0.0.1:9/").then(() => "sent", error => String(error))',
  )
  expect(outcome).toContain('Failed to fetch')
  expect(mistakes.splice(0).join('\n')).toContain('Content Security Policy')
})

it.each(['light', 'dark'] as const)('has no accessibility mistakes, %s', async scheme => {
  const page = await openPage(scheme)
  const violations = async (): Promise<string[]> =>
    (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  expect(await violations()).toEqual([])
  await check(page, 'changed.zip')
  expect(await violations()).toEqual([])
})

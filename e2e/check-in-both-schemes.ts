import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** No violation of accessibility in light and dark, and no sideways scrolling. With SCREENSHOTS, a picture of each. */
export async function checkInBothSchemes(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The app follows the media query by script, and until then has colours of both schemes. Pages of the server need none.
    const attribute = 'data-mantine-color-scheme'
    await page.locator(`html:is([${attribute}="${colorScheme}"], :not([${attribute}]))`).waitFor()
    await page.waitForTimeout(150)
    if (folder) await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)).toEqual([])
  }
  expect(
    await page.evaluate('document.documentElement.scrollWidth > window.innerWidth'),
    `${name} is wider than the screen`,
  ).toBe(false)
}

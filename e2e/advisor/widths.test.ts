// The app between a phone and a desktop: nothing that identifies a person may be cut away.
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newFriend } from './friends.ts'
import { type Advisor, startAdvisor } from './start-advisor.ts'

vi.setConfig({ testTimeout: 960_000 })

let advisor: Advisor
let friend: { readonly memberId: number }
beforeAll(async () => {
  advisor = await startAdvisor()
  friend = await newFriend(advisor, 'Kowalski-Bergstrom')
}, 1_200_000)
afterAll(() => advisor.stop())

const widthOf = async (box: Locator): Promise<number> => (await box.boundingBox())?.width ?? 0
const isCut = (box: Locator) => box.evaluate(element => element.scrollWidth > element.clientWidth)

describe('on a tablet', () => {
  it.each([769, 820, 900, 1000, 1024])('shows list, thread and name at %i pixels', async width => {
    const { context, page } = await advisor.signIn({
      viewport: { width, height: 1180 },
      to: `/app/inbox/${friend.memberId}`,
    })
    const thread = page.getByRole('region', { name: 'Conversation with Friend Kowalski-Bergstrom' })
    const name = thread.getByRole('heading', { name: 'Friend Kowalski-Bergstrom' })
    await name.waitFor()
    expect(await page.getByRole('region', { name: 'Conversations' }).isVisible()).toBe(true)
    expect(await widthOf(thread)).toBeGreaterThanOrEqual(420)
    expect(await isCut(name), 'the name is cut').toBe(false)
    // Icons keep their names.
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Contacts' }).click()
    await page.waitForURL('**/app/contacts')
    await context.close()
  })
})

describe('on a phone', () => {
  it.each([390, 320])('shows whole names in the recipient list at %i pixels', async width => {
    const { context, page } = await advisor.signIn({ viewport: { width, height: 844 }, to: '/app/new' })
    await page.getByLabel('Add a person, group or number').fill('Kowalski')
    const offer = page.getByRole('option', { name: 'Friend Kowalski-Bergstrom' })
    await offer.waitFor()
    expect(await isCut(offer.getByText('Friend Kowalski-Bergstrom'))).toBe(false)
    const box = await offer.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    await context.close()
  })
})

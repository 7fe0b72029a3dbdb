// What a screen reader gets: names and roles, without position and color.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newFriend, soon, textsOn, writeFrom } from './friends.ts'
import { type Advisor, startAdvisor } from './start-advisor.ts'

vi.setConfig({ testTimeout: 960_000 })

let advisor: Advisor
beforeAll(async () => {
  advisor = await startAdvisor()
}, 1_200_000)
afterAll(() => advisor.stop())

describe('a thread', () => {
  it('says who wrote each bubble', async () => {
    const friend = await newFriend(advisor, 'Alvarez')
    const { context, page } = await advisor.signIn({ to: `/app/inbox/${friend.memberId}` })
    const composer = page.getByLabel('Text to Friend Alvarez')
    await composer.fill('Lunch on Friday?')
    await composer.press('Control+Enter')
    await advisor.partner('POST', '/text/messaging/messages', { phone: friend.phone, text: 'From the CRM' })
    await soon(async () => expect(await textsOn(advisor, friend.phone)).toContain('From the CRM'))
    await writeFrom(advisor, friend.phone, 'Yes, Friday works')
    await writeFrom(advisor, friend.phone, 'HELP')
    await writeFrom(advisor, friend.phone, 'STOP')
    await advisor.partner('POST', '/text/messaging/messages', { phone: friend.phone, text: 'Too late' })
    const bubbles = page.getByRole('log').getByRole('listitem')
    await bubbles.filter({ hasText: 'Too late' }).waitFor()
    await bubbles.filter({ hasText: 'no more texts' }).waitFor()
    const authorOf = async (words: string) =>
      // The text that assistive technology gets, hidden elements included.
      /(?:listitem|text): ["']?([^:"'\n]+):/.exec(
        await bubbles.filter({ hasText: words }).first().ariaSnapshot(),
      )?.[1]
    expect({
      request: await authorOf('Reply YES'),
      own: await authorOf('Lunch on Friday?'),
      application: await authorOf('From the CRM'),
      reply: await authorOf('Yes, Friday works'),
      help: await authorOf('this number is how you text'),
      confirmation: await authorOf('no more texts'),
      refused: await authorOf('Too late'),
    }).toEqual({
      request: 'Partner demo, for you',
      own: 'You',
      application: 'Partner demo, for you',
      reply: 'Friend Alvarez',
      help: 'Automatic reply',
      confirmation: 'Automatic reply',
      refused: 'Partner demo, for you',
    })
    const texts = await bubbles.evaluateAll(items =>
      items.filter(item => 'direction' in item.dataset).map(item => item.textContent),
    )
    for (const text of texts)
      expect(text).toMatch(/^(You|Partner demo, for you|Friend Alvarez|Automatic reply): /)
    await context.close()
  })
})

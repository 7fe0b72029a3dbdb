// Every page of the app in both schemes: accessibility and load size.
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useAdvisor } from './use-advisor.ts'

const advisor = useAdvisor()

const builtApp = fileURLToPath(new URL('../../packages/web/dist', import.meta.url))

/** Compressed script until the inbox and a thread are usable. */
const firstLoadBytesMax = 250_000
/** On this machine; a busy one takes a multiple. */
const interactiveMsMax = 15_000

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

describe('the first load', () => {
  it('is less than 250 kB of script', async () => {
    const manifest = JSON.parse(await readFile(join(builtApp, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      Chunk
    >
    const files = new Set<string>()
    const take = (name: string): void => {
      const chunk = manifest[name]
      if (!chunk || files.has(chunk.file)) return
      files.add(chunk.file)
      for (const other of chunk.imports ?? []) take(other)
    }
    for (const entry of [
      'index.html',
      'src/features/inbox/inbox-page.tsx',
      'src/features/inbox/thread-pane.tsx',
    ]) {
      expect(manifest, entry).toHaveProperty([entry])
      take(entry)
    }
    const sizes = await Promise.all(
      [...files].map(async file => (await stat(join(builtApp, `${file}.gz`))).size),
    )
    const total = sizes.reduce((sum, size) => sum + size, 0)
    await note({ firstLoadBytes: total })
    expect(total).toBeLessThan(firstLoadBytesMax)
  })

  it('shows an inbox of 10,000 conversations and renders only a few dozen', async () => {
    await advisor.service.lock(manyConversations)
    const { context, page } = await advisor.signIn({ who: 2, to: '/app/settings' })
    await page.goto('about:blank')
    const begun = performance.now()
    await page.goto(`${advisor.origin}/app/inbox`, { waitUntil: 'commit' })
    await page.getByRole('link', { name: 'Many 10000' }).click()
    await page.getByRole('log').getByText('Text 10000', { exact: true }).waitFor()
    const interactiveMs = Math.round(performance.now() - begun)
    await note({ interactiveMs })
    expect(interactiveMs, 'until a conversation was opened').toBeLessThan(interactiveMsMax)

    const rows = page.getByRole('region', { name: 'Conversations' })
    for (let turn = 0; turn < 12; turn += 1) {
      await rows.getByRole('listitem').last().scrollIntoViewIfNeeded()
      await page.waitForTimeout(100)
    }
    expect(await rows.getByRole('listitem').count()).toBeLessThan(100)
    await context.close()
  })
})

describe.each(['light', 'dark'] as const)('in the %s scheme', colorScheme => {
  it('axe reports no violation on any page', async () => {
    const { body: contact } = await advisor.partner('POST', '/core/contact/contacts', {
      firstName: 'Maria',
      lastName: `Alvarez ${colorScheme}`,
      phone: colorScheme === 'light' ? '+12025553001' : '+12025553002',
    })
    const { body } = await advisor.partner('POST', '/text/messaging/consent-requests', {
      phoneNumbers: [colorScheme === 'light' ? '+12025553001' : '+12025553002'],
    })
    const asked = body.successes[0]?.memberId ?? 0
    const { context, page } = await advisor.signIn({ colorScheme, reducedMotion: 'reduce' })
    const found: string[] = []
    for (const path of [
      '/app/inbox',
      `/app/inbox/${asked}`,
      '/app/new?groupId=1',
      '/app/contacts',
      `/app/contacts/${contact.id}`,
      '/app/contacts/import',
      '/app/groups',
      '/app/scheduled',
      '/app/scheduled?view=calendar',
      '/app/library',
      '/app/applications',
      '/app/settings',
      '/sandbox/handset?phones=12025553001',
    ]) {
      await page.goto(`${advisor.origin}${path}`)
      await settled(page)
      found.push(...(await wrongOn(page, path, colorScheme)))
    }
    await page.goto(`${advisor.origin}/app/contacts`)
    await page.getByRole('button', { name: 'Add contact' }).click()
    await page.getByRole('dialog').waitFor()
    found.push(...(await wrongOn(page, 'the dialog of a contact', colorScheme)))
    expect(found).toEqual([])
    await context.close()
  })
})

async function settled(page: Page): Promise<void> {
  await page.getByRole('main').first().waitFor()
  await page.waitForLoadState('load')
  await page.getByLabel('Loading').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(300)
}

/** Only the colours differ between the schemes, and every rule on every page takes two minutes. */
async function wrongOn(page: Page, where: string, scheme: 'light' | 'dark'): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  if (scheme === 'light')
    axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  else axe.withRules(['color-contrast', 'link-in-text-block'])
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${where}: ${id}: ${html.slice(0, 160)}`),
  )
}

/** Measured values, for comparison. */
async function note(figures: Readonly<Record<string, number>>): Promise<void> {
  const path = '.cache/app-budget.json'
  const before = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as object
  await mkdir('.cache', { recursive: true })
  await writeFile(path, `${JSON.stringify({ ...before, ...figures }, undefined, 2)}\n`)
}

const manyConversations = `
  with casey as (select id from advisor where identifier = 'casey'),
  made as (
    insert into member (advisor_id, phone, consent, has_accepted)
    select casey.id, '+1' || (3000000000 + n), 'accepted', true from casey, generate_series(1, 10000) as n
    returning advisor_id, id, phone, (substr(phone, 3))::bigint - 3000000000 as n
  ),
  named as (
    insert into contact (advisor_id, source, first_name, last_name, phone, email_status)
    select advisor_id, 1, 'Many', n::text, phone, 0 from made returning id
  )
  insert into message (advisor_id, id, member_id, direction, kind, number, phone, text, status, consent_version, created_at,
    updated_at)
  select advisor_id, nextval('message_id'), id, 'out', 'text', '+14155550103', phone, 'Text ' || n, 'delivered', 1,
    now() - (10000 - n) * interval '1 second', now() - (10000 - n) * interval '1 second'
  from made order by n`

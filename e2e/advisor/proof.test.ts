// The proof of a conversation: downloaded in the app, judged on the command line.
import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { describe, expect, it } from 'vitest'
import { useAdvisor } from './use-advisor.ts'

const main = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url))
const advisor = useAdvisor()

interface Report {
  readonly verdicts: readonly { readonly name: string; readonly outcome: string }[]
}

describe('the proof of a conversation', () => {
  it('is downloaded from the menu, proves the conversation, and a failure is shown', async () => {
    const { service, partner } = advisor
    const phone = '+12025550123'
    const {
      body: { successes },
    } = await partner('POST', '/text/messaging/consent-requests', { phoneNumbers: [phone] })
    const memberId = successes[0]?.memberId
    expect(memberId).toBeDefined()
    const { page, complaints } = await advisor.signIn({ to: `/app/inbox/${memberId}` })
    const open = async (): Promise<void> => {
      await page.getByLabel('More about this conversation').click()
      await page.getByRole('menuitem', { name: 'Download proof…' }).click()
      await page.getByRole('dialog').waitFor()
    }
    await open()
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('proof-12025550123.zip')
    await page.getByText('Proof downloaded').waitFor()
    const [log = ''] = (await readdir(join(service.folder, '.parley'))).filter(name =>
      name.startsWith('log-'),
    )
    const policy = join(service.folder, '.parley', log, 'published/policy.txt')
    // Status 2: the order of consent is not shown, because the other conversations are withheld.
    const { status, stdout } = spawnSync(
      process.execPath,
      [main, 'verify', await file.path(), '--policy', policy, '--format', 'json'],
      { encoding: 'utf8' },
    )
    expect(status).toBe(2)
    const report = JSON.parse(stdout) as Report
    const outcomes = Object.fromEntries(report.verdicts.map(({ name, outcome }) => [name, outcome]))
    // The log has no witness: nothing is missing as far as the operator's clock says.
    expect(outcomes).toMatchObject({ authentic: 'proven', complete: 'not shown', 'in order': 'not shown' })

    await page.route('**/proof', route => route.abort())
    await open()
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await page.getByRole('alert').getByText('The service cannot be reached').waitFor()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(complaints).toEqual([])
  })
})

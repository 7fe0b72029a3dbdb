// Passkeys in a browser, with Chromium's virtual authenticator, which holds real keys.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../free-port.ts'
import { type Advisor, startAdvisor } from './start-advisor.ts'

// Each test has many steps in a browser.
vi.setConfig({ testTimeout: 960_000 })

let advisor: Advisor
beforeAll(async () => {
  advisor = await startAdvisor()
}, 1_200_000)
afterAll(() => advisor.stop())

describe.each([
  { size: 'wide', viewport: { width: 1440, height: 900 }, isMobile: false },
  { size: 'phone', viewport: { width: 390, height: 844 }, isMobile: true },
])('a passkey, $size', ({ viewport, isMobile }) => {
  it('can be added, signs in, can be removed, and gives no access afterwards', async () => {
    const api = await advisor.service.startApi(await freePort(), 'localhost')
    const { origin } = api
    const to = '/app/settings'
    const options = { at: origin, to, viewport, isMobile }
    const { context, page, complaints } = await advisor.signIn(options)
    const authenticator = await context.newCDPSession(page)
    await authenticator.send('WebAuthn.enable')
    const { authenticatorId } = await authenticator.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    })
    const signOut = async (): Promise<void> => {
      if (isMobile) await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole(isMobile ? 'menuitem' : 'button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    }
    const withPasskey = page.getByRole('button', { name: 'Sign in with a passkey' })

    await page.getByLabel('Name of a new passkey').fill('My laptop')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    // On a phone the notice covers the button, and it stays while the pointer is on it.
    await page.getByRole('alert').filter({ hasText: 'Passkey added' }).getByLabel('Close').click()
    const key = page.getByRole('listitem').filter({ hasText: 'My laptop' })
    await key.getByText('not used yet').waitFor()
    // An authenticator holds one key for each account, so that there is nothing to choose from.
    await page.getByLabel('Name of a new passkey').fill('Once more')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByText('already has a passkey for this account', { exact: false }).waitFor()

    await signOut()
    await page.goto(`${origin}${to}`)
    await withPasskey.click()
    await page.waitForURL(`${origin}${to}`)
    await key.getByText('last used').waitFor()

    await key.getByRole('button', { name: 'Remove passkey My laptop' }).click()
    await page.getByRole('button', { name: 'Yes, remove it' }).click()
    await page.getByText('Passkey removed').waitFor()
    await key.waitFor({ state: 'detached' })
    const { credentials } = await authenticator.send('WebAuthn.getCredentials', { authenticatorId })
    expect(credentials, 'the browser still has it').toHaveLength(1)
    await signOut()
    await withPasskey.click()
    await page.getByText('The passkey was not accepted.', { exact: false }).waitFor()
    await page.goto(`${origin}/app/inbox`)
    await withPasskey.waitFor()
    expect(complaints).toEqual([])
    await context.close()
    await api.kill()
  })
})

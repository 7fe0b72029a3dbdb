// Ways to sign in that an advisor sets up in the settings: an authenticator app, asked for at the next sign-in, and passkeys with
// Chromium's virtual authenticator, which holds real keys.
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkInBothSchemes } from '../check-in-both-schemes.ts'
import { freePort } from '../free-port.ts'
import { onFreshInstallation } from '../installation.ts'
import { useAdvisor } from './use-advisor.ts'

const advisor = useAdvisor(onFreshInstallation)

/** Codes by RFC 6238, as an app computes them from the key that its owner typed. */
function codeOf(key: string, stepsLater = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...key.replaceAll(' ', '')].map(each => alphabet.indexOf(each).toString(2).padStart(5, '0'))
  const secret = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsLater))
  const digest = createHmac('sha1', secret).update(step).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

describe.each([
  { size: 'wide', viewport: { width: 1440, height: 900 }, isMobile: false, who: 0 },
  { size: 'tablet', viewport: { width: 820, height: 1180 }, isMobile: false, who: 1 },
  { size: 'phone', viewport: { width: 390, height: 844 }, isMobile: true, who: 0 },
])('an authenticator app, $size', ({ size, viewport, isMobile, who }) => {
  it('is set up, asked for, replaced by a recovery code, and removed', async () => {
    const options = { viewport, isMobile, who, to: '/app/settings' }
    const first = await advisor.signIn(options)
    const panel = (page: Page) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name: 'Authenticator app' }) })
    await panel(first.page).getByRole('button', { name: 'Set up' }).click()
    const key = (await first.page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).trim()
    await checkInBothSchemes(first.page, `factor-setup-${size}`)
    // Not at the end of a half minute: on a slow machine the code would be too old when it arrives.
    const leftMs = 30_000 - (Date.now() % 30_000)
    if (leftMs < 8_000) await sleep(leftMs)
    await first.page.getByLabel('Code that the app shows').fill(codeOf(key, -1))
    await first.page.getByRole('button', { name: 'Turn on' }).click()
    const codes = first.page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    expect(await codes.count()).toBe(10)
    const recoveryCode = await codes.first().innerText()
    await checkInBothSchemes(first.page, `factor-codes-${size}`)
    await first.page.getByRole('button', { name: 'I have saved them' }).click()
    await first.page.getByText('10 recovery codes', { exact: false }).waitFor()
    await checkInBothSchemes(first.page, `factor-on-${size}`)
    await first.context.close()

    for (const isRecovery of [false, true]) {
      const next = await advisor.openSignIn(options)
      const { page } = next
      const { email = '', password = '' } = advisor.service.advisors[who] ?? {}
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
      if (!isRecovery) {
        await checkInBothSchemes(page, `factor-ask-${size}`)
        await page.getByLabel('Code with 6 digits').fill(codeOf(key))
        await page.getByRole('button', { name: 'Continue', exact: true }).click()
      } else {
        await page.getByText('Use a recovery code').click()
        await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCode)
        await page.getByRole('button', { name: 'Continue with it' }).click()
      }
      await page.waitForURL('**/app/settings')
      if (isRecovery) {
        await panel(page).getByText('9 recovery codes', { exact: false }).waitFor()
        await panel(page).getByRole('button', { name: 'Remove' }).click()
        await page.getByRole('button', { name: 'Yes, remove it' }).click()
        await panel(page).getByRole('button', { name: 'Set up' }).waitFor()
      }
      expect(next.complaints).toEqual([])
      await next.context.close()
    }
  })
})

let origin: string
beforeAll(async () => {
  ;({ origin } = await advisor.service.startApi(await freePort(), 'localhost'))
})

describe.each([
  { size: 'wide', viewport: { width: 1440, height: 900 }, isMobile: false },
  { size: 'phone', viewport: { width: 390, height: 844 }, isMobile: true },
])('a passkey, $size', ({ viewport, isMobile }) => {
  it('can be added, signs in, can be removed, and gives no access afterwards', async () => {
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
  })
})

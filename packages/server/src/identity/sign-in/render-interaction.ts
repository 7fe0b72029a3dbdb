import { Problem } from '../../platform/problem/problem.ts'
import { applicationByClientId } from '../applications/queries.ts'
import { paths } from '../authorization/paths.ts'
import { consentingAdvisor } from './consenting-advisor.ts'
import type { Interaction } from './open-interaction.ts'
import { allowPage } from './pages/allow-page.ts'
import { signInPage } from './pages/sign-in-page.ts'
import type { SignIn } from './parts.ts'
import { requestOf } from './request-of.ts'

interface Rendered {
  readonly page: string
  readonly hasScript: boolean
}

/** The page for the next step of the interaction: a sign-in, or the advisor's decision. */
export async function renderInteraction(
  { database, config, tokens, relyingParty }: SignIn,
  interaction: Interaction,
  refused?: { readonly email: string; readonly error: string },
): Promise<Rendered> {
  const { uid, prompt } = interaction
  const { clientId, redirectUri, scopes } = requestOf(interaction)
  const [application] = await applicationByClientId(database, [clientId])
  if (!application?.active) throw new Problem('forbidden', 'This application is no longer active.')
  const address = `${paths.interaction}/${uid}`
  const common = { token: tokens.of(uid), isSandbox: config.environment === 'sandbox' }
  if (prompt.name === 'login') {
    const page = signInPage({
      ...common,
      action: `${address}/sign-in`,
      passkeys: relyingParty && { address: `${address}/passkey` },
      firmSignIn: `/sign-in/firm?interaction=${uid}`,
      purpose: { applicationName: application.name, cancelAction: `${address}/deny` },
      host: new URL(config.publicOrigin).host,
      ...refused,
    })
    return { page, hasScript: relyingParty !== undefined }
  }
  const { person, identifier, accounts } = await consentingAdvisor(database, interaction)
  const page = allowPage({
    ...common,
    address,
    applicationName: application.name,
    advisor: { name: person.name, email: person.email, firmName: person.firmName },
    account: identifier,
    accounts,
    scopes: new Set(scopes),
    hasClientCredentials: application.grantTypes.includes('client_credentials'),
    redirectUri,
  })
  return { page, hasScript: false }
}

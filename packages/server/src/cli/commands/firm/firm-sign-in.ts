import { Command } from 'commander'
import { readConfig } from '../../../config.ts'
import {
  createPublishedProofs,
  type FirmSignIn,
  fileAddressOf,
  findFirm,
  proofTextOf,
  recordNameOf,
  removeFirmSignIn,
  setFirmSignIn,
  showFirmSignIn,
  verifyDomain,
} from '../../../identity/index.ts'
import { createOutgoingAgent } from '../../../platform/outgoing/outgoing-agent.ts'
import { collectWords } from '../../terminal/collect.ts'
import { type Operated, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, fields, formatOption, print } from '../../terminal/output.ts'
import { readPassword } from '../../terminal/read-password.ts'
import { withDatabase } from '../../terminal/with-database.ts'

interface SetOptions extends Formatted, Operated {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecretStdin?: true
  readonly domain?: readonly string[]
  readonly only?: true
}

const firmArgument = ['<firm>', 'id or unique name of the firm'] as const

/** `parley firm sign-in`. */
export const firmSignInCommand = (): Command => {
  const signIn = new Command('sign-in')
    .summary('let people sign in at their firm’s own provider')
    .description(
      'Lets the people of a firm sign in at its identity provider by OpenID Connect. Needs DATABASE_URL, and PARLEY_SECRET_KEY for set.',
    )
    .helpCommand(false)

  signIn
    .command('set')
    .summary('set or replace the provider')
    .description(
      'Sets the provider of a firm. Prompts for the client secret, or reads it with --client-secret-stdin; it is never an argument. Another issuer ends all links between people and their accounts there.',
    )
    .addHelpText(
      'after',
      '\nExample:\n  parley firm sign-in set "Harbor Wealth" --issuer https://login.harbor.example \\\n    --client-id parley --domain harbor.example',
    )
    .argument(...firmArgument)
    .requiredOption('--issuer <address>', 'issuer of the provider, exactly as it names itself')
    .requiredOption('--client-id <id>', 'our client id at the provider')
    .option('--client-secret-stdin', 'read the client secret from standard input')
    .option('--domain <domains>', 'domain of e-mail addresses, to be verified; repeatable', collectWords)
    .option('--only', 'refuse passwords and passkeys of the firm’s people, and end their sessions')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: SetOptions) =>
      withDatabase(async ({ database, environment }) => {
        const secretKeys = readConfig(['secretKey', 'formerSecretKeys'])
        const { id: firmId, name } = await findFirm(database, reference)
        const clientSecret = await readPassword({
          fromStdin: options.clientSecretStdin === true,
          label: 'Client secret',
          option: '--client-secret-stdin',
        })
        const { issuer, clientId, domain: domains = [] } = options
        const settings = { firmId, issuer, clientId, clientSecret, domains, isOnly: options.only === true }
        const by = operatorOf(options)
        const set = await setFirmSignIn(database, { environment, secretKeys }, settings, by)
        print(options, set, describe(`Set the sign-in of ${name}.`, firmId, set))
      }),
    )

  signIn
    .command('show')
    .summary('show the provider and the domains')
    .description(
      'Shows the provider of a firm, its domains and how to prove them. The client secret is never shown.',
    )
    .argument(...firmArgument)
    .addOption(formatOption())
    .action((reference: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const { id, name } = await findFirm(database, reference)
        const found = await showFirmSignIn(database, id)
        print(options, found, describe(`Sign-in of ${name}`, id, found))
      }),
    )

  signIn
    .command('verify-domain')
    .summary('check the proof of a domain')
    .description(
      'Looks for the proof of a domain, as a TXT record and as a file. A domain belongs to one firm.',
    )
    .argument(...firmArgument)
    .argument('<domain>', 'such as harbor.example')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, domain: string, options: Formatted & Operated) =>
      withDatabase(async ({ database }) => {
        const { id: firmId, name } = await findFirm(database, reference)
        const agent = createOutgoingAgent({
          allowedNetworks: readConfig(['webhookNetworks']).webhookNetworks,
        })
        try {
          await verifyDomain(database, createPublishedProofs(agent), { firmId, domain }, operatorOf(options))
        } finally {
          await agent.destroy()
        }
        print(options, { firmId, domain, verified: true }, `${domain} now leads to the sign-in of ${name}.`)
      }),
    )

  signIn
    .command('remove')
    .summary('remove the provider')
    .description(
      'Removes the provider of a firm. Its people sign in with their own passwords and passkeys again.',
    )
    .argument(...firmArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: Formatted & Operated) =>
      withDatabase(async ({ database }) => {
        const { id: firmId, name } = await findFirm(database, reference)
        await removeFirmSignIn(database, firmId, operatorOf(options))
        print(options, { firmId, removed: true }, `${name} has no sign-in of its own any more.`)
      }),
    )

  return signIn
}

function describe(headline: string, firmId: number, signIn: FirmSignIn): string {
  const { publicOrigin } = readConfig(['publicOrigin'])
  const rows = fields([
    ['Issuer', signIn.issuer],
    ['Client id', signIn.clientId],
    ['Redirect URI', `${publicOrigin}/sign-in/firm/${firmId}/callback`],
    ['Passwords', signIn.isOnly ? 'refused' : 'accepted'],
    ...signIn.domains.map(
      ({ domain, verifiedAt }) =>
        ['Domain', `${domain} ${verifiedAt ? 'verified' : 'not verified'}`] as const,
    ),
  ])
  const proofs = signIn.domains
    .filter(({ verifiedAt }) => verifiedAt === null)
    .map(
      ({ domain, proof }) =>
        `To prove ${domain}, publish ${proofTextOf(proof)} as a TXT record of ${recordNameOf(domain)}, or as a line of ${fileAddressOf(domain)}. Then: parley firm sign-in verify-domain ${firmId} ${domain}`,
    )
  return [headline, rows, ...proofs].join('\n\n')
}

// An identity provider of a firm, in a process of its own: oidc-provider with pages that sign in whoever it is told to.
// Arguments: port, redirect URIs. PUT /account says who sits at the browser, and whether the published keys are not those that sign.
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import Provider, { type Account, type KoaContextWithOIDC } from 'oidc-provider'

const [port = '0', ...redirectUris] = process.argv.slice(2)
const issuer = `http://127.0.0.1:${port}`
let person = { sub: 'nobody', email: '', email_verified: true, hasForeignKeys: false }
const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'parley',
      client_secret: 'a-secret-of-the-firm-s-provider',
      redirect_uris: redirectUris,
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  claims: { openid: ['sub', 'acr', 'amr'], email: ['email', 'email_verified'], profile: [] },
  cookies: { keys: ['a key of this process'] },
  features: { devInteractions: { enabled: false } },
  acrValues: ['urn:example:two-factors'],
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  findAccount: (_ctx, accountId): Account => ({
    accountId,
    claims: async () => ({ ...person, sub: accountId }),
  }),
  loadExistingGrant: async (ctx: KoaContextWithOIDC) => {
    const { client, session } = ctx.oidc
    const grant = new provider.Grant({
      clientId: client?.clientId ?? '',
      accountId: session?.accountId ?? '',
    })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
  ttl: { Session: 600, Grant: 600, Interaction: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
})

const answer = provider.callback()
createServer((request, response) => {
  const { method, url = '' } = request
  if (method === 'PUT' && url === '/account') {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      person = JSON.parse(Buffer.concat(chunks).toString()) as typeof person
      response.writeHead(204).end()
    })
  } else if (url === '/jwks' && person.hasForeignKeys) {
    response.writeHead(200, { 'content-type': 'application/jwk-set+json' })
    response.end(JSON.stringify({ keys: [{ ...foreignKey, alg: 'RS256', use: 'sig' }] }))
  } else if (url.startsWith('/interaction/')) {
    const login = { accountId: person.sub, acr: 'urn:example:two-factors', amr: ['pwd', 'otp'] }
    void provider.interactionFinished(request, response, { login })
  } else {
    void answer(request, response)
  }
}).listen(Number(port), '127.0.0.1', () => process.stdout.write(`Provider listening at ${issuer}\n`))

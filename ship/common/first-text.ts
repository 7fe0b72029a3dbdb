import { eventually, expect } from './expect.ts'

/** Runs an operator command of the installation and returns what it prints. */
type Operate = (args: readonly string[], input?: string) => Promise<string>
type Fetch = (path: string, options?: RequestInit) => Promise<Response>

const scopes = 'text.messaging.read text.messaging.write'
const consentText =
  '{advisor} of {firm} would like to text you about your accounts. Reply YES to agree. Message frequency varies. Message and data rates may apply. Reply HELP for help or STOP to opt out.'

/** From an empty sandbox to a text that its recipient consented to: the operator's commands, then a partner's calls. */
export async function sendFirstText(operate: Operate, get: Fetch): Promise<void> {
  const firm = 'Harbor Wealth'
  await operate(['firm', 'add', firm])
  const advisor = ['avery', '--name', 'Avery Collins', '--email', 'avery@harbor.test', '--firm', firm]
  await operate(
    ['advisor', 'add', ...advisor, '--time-zone', 'America/New_York', '--password-stdin'],
    'correct horse battery staple\n',
  )
  await operate(['number', 'add', '+12025550101', '--advisor', 'avery'])
  await operate(['firm', 'texting', 'set', firm, '--consent-required', 'yes', '--consent-text', consentText])
  const added = await operate([
    'app',
    'add',
    'Northwind CRM',
    '--scope',
    scopes,
    '--grant-type',
    'client_credentials',
    '--format',
    'json',
  ])
  const { clientId, clientSecret, apiKey } = JSON.parse(added) as Record<string, string>
  await operate(['app', 'authorize', String(clientId), '--firm', firm])

  const token = await get('/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: String(clientId),
      client_secret: String(clientSecret),
      advisor: 'avery',
      scope: scopes,
    }),
  })
  const { access_token: accessToken } = (await token.json()) as { access_token?: string }
  expect(accessToken !== undefined, `no access token: ${token.status}`)
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'x-api-key': String(apiKey),
    'content-type': 'application/json',
  }
  const call = async (path: string, body?: object): Promise<string> =>
    (
      await get(`/v1${path}`, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
    ).text()

  const [phone, text] = ['+12025554711', 'Your papers are ready.']
  const handset = `/sandbox/handsets/${encodeURIComponent(phone)}`
  const refused = await call('/text/messaging/messages', { phone, text })
  expect(refused.includes('consent_required'), `a text without consent was not refused: ${refused}`)
  await call('/text/messaging/consent-requests', { phoneNumbers: [phone] })
  await eventually('the consent request', async () => (await call(`${handset}/messages`)).includes('YES'))
  await call(`${handset}/replies`, { text: 'YES' })
  const consent = `/text/messaging/consents?phone=${encodeURIComponent(phone)}`
  await eventually('the consent', async () => (await call(consent)).includes('accepted'))
  await call('/text/messaging/messages', { phone, text })
  await eventually('the text', async () => (await call(`${handset}/messages`)).includes(text))
}

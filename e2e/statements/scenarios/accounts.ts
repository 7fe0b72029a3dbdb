import type { Installation } from '../installation.ts'
import { taken, until } from '../installation.ts'
import { isNumber } from '../matches.ts'
import type { Scenario } from '../scenario.ts'

const cedar = '"Cedar & Finch Advisory"'

/** A token for an advisor whose firm authorized the demo application. */
async function tokenOf({ service }: Installation, advisor: string): Promise<string> {
  const { clientId, clientSecret } = service.application
  const response = await fetch(service.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      advisor,
      scope: 'text.messaging.read text.messaging.write',
    }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

const addAdvisor = (identifier: string, firm: string): string =>
  `advisor add ${identifier} --firm ${firm} --name "Somebody" --no-password
    --email ${identifier}@nowhere.test --time-zone America/New_York`

const notConfigured: Scenario = {
  name: '409: no consent text, no texting number',
  run: async (installation, { statement }) => {
    const { service, requestConsent, send, newPhone } = installation
    const authorize = `app authorize ${service.application.clientId} --firm`
    await service.operate('firm add "Bare"')
    await Promise.all([
      service.operate(addAdvisor('numberless', cedar)),
      service.operate(`${authorize} ${cedar}`),
      service.operate(`${authorize} "Bare"`),
      service
        .operate(addAdvisor('textless', '"Bare"'))
        .then(() => service.operate('number add +13125550199 --advisor textless')),
    ])
    const [numberless, textless] = await Promise.all([
      tokenOf(installation, 'numberless'),
      tokenOf(installation, 'textless'),
    ])
    const conflict = { status: 409, body: { code: 'conflict', retryable: false } }
    const withoutNumber = await requestConsent([newPhone()], { token: numberless })
    statement('4.18 7.21 D36', 'no texting number', withoutNumber, conflict)
    const withoutText = await requestConsent([newPhone()], { token: textless })
    statement('4.18 7.21 D36', 'no consent text', withoutText, conflict)
    const invalid = await requestConsent(['no phone'], { token: numberless })
    statement('D19', 'the body is checked before the state', invalid.status, 400)
    const sent = await send({ phone: newPhone(), text: 'Hello' }, { token: numberless })
    statement('D38', 'a send without a number', sent, {
      status: 200,
      body: { failureDetails: [{ code: 'no_texting_number' }] },
    })
    statement('5.9 D22', 'the firm’s authorization', numberless, /^ey/)
  },
}

const consentRule: Scenario = {
  name: 'an account that does not require consent',
  run: async ({ service, advisors, send, requestConsent, newPhone, reply, consentOf }, assertions) => {
    const { statement } = assertions
    const blake = { token: advisors[1]?.accessToken ?? '' }
    await service.operate(`firm texting set ${cedar} --consent-required no --ask-again-after 24`)
    const sendToNew = async () => (await send({ phone: newPhone(), text: 'Hello' }, blake)).body
    const sent = await until(sendToNew, ({ successes }) => successes.length > 0)
    statement('3.6 D34', 'a text to a new number', sent, { successes: [{}], failures: [] })

    const leaving = newPhone()
    await send({ phone: leaving, text: 'Hello' }, blake)
    await reply(leaving, 'STOP', blake)
    await until(
      () => consentOf(leaving, blake),
      ({ body }) => body['optedOut'] === true,
    )
    const stopped = await send({ phone: leaving, text: 'Hello' }, blake)
    statement('D34 1.8', 'a text after STOP', stopped.body.failureDetails, [{ code: 'opted_out' }])

    const asked = newPhone()
    await requestConsent([asked], blake)
    await taken(service, asked)
    await service.lock(`update member set asked_at = now() - interval '11 seconds' where phone = '${asked}'`)
    const again = await requestConsent([asked], blake)
    statement('D38', 'a firm with a wait between requests', again.body.failureDetails, [
      { phone: asked, code: 'asked_recently', mayAskAt: isNumber },
    ])

    await service.operate('advisor consent blake required')
    const overridden = await until(sendToNew, ({ failures }) => failures.length > 0)
    statement('D34', 'an advisor with an override', overridden.failureDetails, [{ code: 'consent_required' }])
  },
}

export const accountScenarios: readonly Scenario[] = [notConfigured, consentRule]

import { FormBrowser } from '../form-browser.ts'
import { until } from '../installation.ts'
import type { Scenario } from '../scenario.ts'

const parity: Scenario = {
  name: 'the app’s request-consent button and the API do the same',
  run: async ({ service, origin, advisors, requestConsent, send, textsOn, newPhone, get }, { statement }) => {
    const [advisor] = advisors
    if (!advisor) throw new Error('The sandbox has no advisor.')
    const cookie = await new FormBrowser().signInToApp(origin, advisor)
    const post = async (path: string, body: object) => {
      const response = await fetch(`${origin}/app/api${path}`, {
        method: 'POST',
        headers: { cookie, origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    const [byButton, byApi] = [newPhone(), newPhone()]
    const pressed = await post('/text/messaging/consent-requests', { phoneNumbers: [byButton] })
    const called = await requestConsent([byApi])
    const shape = (phone: string) => ({
      status: 200,
      body: { successes: [{ phone, consentState: 'pending' }], failures: [] },
    })
    statement('4.13 1.10', 'the button', pressed, shape(byButton))
    statement('4.13 1.10', 'the API', called, shape(byApi))
    const [one, other] = await Promise.all(
      [byButton, byApi].map(phone =>
        until(
          () => textsOn(phone),
          texts => texts.length > 0,
        ),
      ),
    )
    statement('4.13', 'the texts', one, other)
    const events = await service.query(
      `select event, state_after from consent_event join member on member.id = member_id
       where phone in ('${byButton}', '${byApi}')`,
    )
    statement('4.13', 'the ledger', events, [{ event: 'requested' }, { event: 'requested' }])

    const stranger = newPhone()
    const fromApp = await post('/messages', { phoneNumbers: [stranger], text: 'Hello' })
    const fromApi = await send({ phone: stranger, text: 'Hello' })
    statement('1.10 1.8', 'a refused send', fromApp.body['failureDetails'], fromApi.body.failureDetails)
    const created = await post('/core/contact/contacts', { firstName: 'From', lastName: 'App' })
    const read = await get(`/core/contact/contacts/${String(created.body['id'])}`)
    statement('1.10 D49', 'a contact created in the app', read.body, { source: 0, sourceText: 'Advisor app' })
  },
}

export const appScenarios: readonly Scenario[] = [parity]

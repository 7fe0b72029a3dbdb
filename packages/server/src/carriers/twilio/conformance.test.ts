// Our client against a fake account, whose webhooks are signed by the official package.
import { type CarrierHarness, describeConformance } from '../../../test/carriers/carrier-conformance.ts'
import { receiveOverHttp } from '../../../test/twilio/receive-over-http.ts'
import { accountSid, authToken, serveTwilio } from '../../../test/twilio/serve-twilio.ts'
import { createTwilioCarrier } from './create-twilio-carrier.ts'
import { persistence, textsPath } from './webhook-paths.ts'

const name = 'acme'

async function createHarness(): Promise<CarrierHarness> {
  const account = await serveTwilio()
  const gate = await receiveOverHttp()
  return {
    connect: () => {
      const carrier = createTwilioCarrier(
        {
          name,
          accountSid,
          authToken,
          publicOrigin: gate.origin,
          apiOrigin: account.origin,
          timings: { answerTimeoutMs: 4_000, probeMs: 50, reconnectFirstMs: 20, reconnectMostMs: 200 },
        },
        { onTrouble: () => {}, onFailure: () => {} },
      )
      gate.lead(carrier)
      return carrier
    },
    phones: {
      accepts: '+12025550123',
      'rejects for good': '+12025559005',
      'rejects for now': '+12025559006',
      throttles: '+12025559010',
      'loses the answer': '+12025559008',
    },
    taken: async () =>
      account.messages.flatMap(({ statusCallback, body }) => {
        const reference = statusCallback && new URL(statusCallback).searchParams.get('reference')
        return reference ? [{ reference, text: body }] : []
      }),
    write: async text => {
      void account.write(text, `${gate.origin}${textsPath(name)}${persistence}`)
    },
    cutLink: async () => account.cut(),
    restoreLink: async () => account.restore(),
    close: async () => {
      await account.close()
      await gate.close()
    },
  }
}

describeConformance('an account spoken to as Twilio is', createHarness)

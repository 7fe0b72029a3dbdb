import type { EventType } from '../../src/index.ts'
import { CommandError } from '../surroundings.ts'
import type { Stage } from './stage.ts'

interface Trigger {
  /** What happens, for the help. */
  readonly summary: string
  /** The event that it ends with. */
  readonly ending: EventType
  readonly run: (stage: Stage) => Promise<void>
  /** Last four digits of numbers that behave like this in a sandbox. */
  readonly digits?: string
}

/** Each takes the way of a real recipient: a text goes out, and the phone answers. */
export const triggers: Readonly<Record<string, Trigger>> = {
  consent: {
    summary: 'a recipient is asked and replies YES',
    ending: 'consent.accepted',
    run: async stage => {
      if (await stage.hasConsented())
        throw new CommandError(`${stage.phone} has already consented. Choose another number.`)
      await makeConsent(stage)
    },
  },
  decline: {
    summary: 'a recipient is asked and replies NO',
    ending: 'consent.declined',
    run: async stage => {
      await stage.requestConsent()
      await stage.reply('NO')
      await stage.expect('consent.declined')
    },
  },
  delivery: {
    summary: 'a text is delivered to a recipient who consented',
    ending: 'message.delivered',
    run: async stage => {
      await makeConsent(stage)
      await stage.expect('message.delivered', await stage.send(sampleText))
    },
  },
  undelivered: {
    summary: 'a text cannot be delivered (numbers that end in 9001)',
    ending: 'message.undelivered',
    digits: '9001',
    run: async stage => {
      await stage.requestConsent()
      await stage.expect('message.undelivered')
    },
  },
  reply: {
    summary: 'a recipient who consented gets a text and answers it',
    ending: 'message.received',
    run: async stage => {
      await makeConsent(stage)
      await stage.send(sampleText)
      await stage.reply('Thank you, see you then.')
      await stage.expect('message.received')
    },
  },
  stop: {
    summary: 'a recipient who consented gets a text and replies STOP',
    ending: 'consent.opted_out',
    run: async stage => {
      await makeConsent(stage)
      await stage.send(sampleText)
      await stage.reply('STOP')
      await stage.expect('consent.opted_out')
    },
  },
}

const sampleText = 'Your papers are ready.'

async function makeConsent(stage: Stage): Promise<void> {
  if (await stage.hasConsented()) return
  await stage.requestConsent()
  await stage.reply('YES')
  await stage.expect('consent.accepted')
}

import type { Carrier } from '../carrier.ts'
import { Submissions } from '../submissions.ts'
import { startCatchingUp } from './catch-up.ts'
import { checkAccount } from './check-account.ts'
import { createTwilioReceiver, type TwilioReceiver } from './create-twilio-receiver.ts'
import { createWindow } from './create-window.ts'
import { keepLink } from './keep-link.ts'
import { completeSettings, type TwilioSettings } from './settings.ts'
import { submitText } from './submit-text.ts'
import { createThrottle } from './throttle.ts'

interface Watchers {
  /** Called with the reason each time the carrier is unavailable. Never holds a secret, a number or a text. */
  readonly onTrouble: (why: string) => void
  /** Called with each failure to handle fetched replies. */
  readonly onFailure: (error: unknown) => void
}

/** A Twilio-compatible carrier. It cannot be asked about texts: it stores no reference of ours. */
export function createTwilioCarrier(
  given: TwilioSettings,
  { onTrouble, onFailure }: Watchers,
): Carrier & TwilioReceiver {
  const settings = completeSettings(given)
  const receiver = createTwilioReceiver(given, { onTrouble, onFailure })
  const link = keepLink({ timings: settings.timings, probe: () => checkAccount(settings), onTrouble })
  const window = createWindow(settings.window)
  const throttle = createThrottle(settings.timings)
  const submissions = new Submissions(onFailure)
  let catchingUp: ReturnType<typeof startCatchingUp> | undefined

  return {
    ...receiver,
    name: settings.name,
    get link() {
      return link.isUp ? 'up' : 'down'
    },
    get state() {
      return {
        bound: link.isUp ? 1 : 0,
        binds: 1,
        waiting: window.inside,
        allowed: settings.window,
        pausedForMs: throttle.pausedForMs(),
      }
    },
    submit: (texts, notAfterMs) =>
      submissions.submit(texts, text => submitText({ settings, link, window, throttle }, text, notAfterMs)),
    listen: events => {
      receiver.listen(events)
      catchingUp ??= startCatchingUp({ settings, isUp: () => link.isUp, events, onTrouble, onFailure })
    },
    close: async () => {
      const closing = link.close()
      await Promise.all([receiver.close(), catchingUp?.stop(), submissions.ended()])
      await closing
    },
  }
}

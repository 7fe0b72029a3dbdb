import type { Request, SmppConnection } from '../../platform/smpp/session/connection.ts'
import { type LinkState, openLink } from '../../platform/smpp/session/open-link.ts'
import type { Carrier } from '../carrier.ts'
import { Submissions } from '../submissions.ts'
import { createInbox } from './inbox.ts'
import { completeSettings, type SmppSettings } from './settings.ts'
import { submitText } from './submit-text.ts'

interface Watchers {
  /** Called with the reason each time a bind is lost or refused. Never holds a secret, a number or a text. */
  readonly onTrouble: (why: string) => void
  /** Called with each failure to handle an event. */
  readonly onFailure: (error: unknown) => void
}

export interface SmppCarrier extends Carrier {
  readonly state: LinkState
}

/** A carrier that speaks SMPP 3.4. It cannot be asked about texts: the protocol has no reference of ours. */
export function createSmppCarrier(given: SmppSettings, { onTrouble, onFailure }: Watchers): SmppCarrier {
  const settings = completeSettings(given)
  const inbox = createInbox({ settings, onFailure })
  const link = openLink({ ...settings.link, onRequest, onTrouble })
  const submissions = new Submissions(onFailure)

  function onRequest(request: Request, connection: SmppConnection): void {
    if (request.command === 'deliver_sm' || request.command === 'data_sm') inbox.receive(request, connection)
    // Other requests of a carrier need no response.
  }

  return {
    name: settings.name,
    get link() {
      return link.isUp ? 'up' : 'down'
    },
    get state() {
      return link.state
    },
    submit: (texts, notAfterMs, onLate = () => {}) =>
      submissions.submit(texts, text => submitText(link, settings, text, notAfterMs, onLate)),
    listen: events => inbox.listen(events),
    close: async () => {
      link.stop()
      await Promise.all([inbox.close(), submissions.ended()])
      await link.close()
    },
  }
}

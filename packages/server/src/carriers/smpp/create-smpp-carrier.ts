import type { Carrier } from '../carrier.ts'
import { createInbox } from './inbox.ts'
import type { Request, SmppConnection } from './session/connection.ts'
import { type LinkState, openLink } from './session/open-link.ts'
import { completeSettings, type SmppSettings } from './settings.ts'
import { submitText } from './submit-text.ts'

interface Watchers {
  /** Told why a bind was lost or refused, each time. Never holds a secret, a number or a text. */
  readonly onTrouble: (why: string) => void
  /** Told of what went wrong with an event, each time. */
  readonly onFailure: (error: unknown) => void
}

export interface SmppCarrier extends Carrier {
  readonly state: LinkState
}

/** A carrier that speaks SMPP 3.4. It cannot be asked about texts: the protocol knows no reference of ours. */
export function createSmppCarrier(given: SmppSettings, { onTrouble, onFailure }: Watchers): SmppCarrier {
  const settings = completeSettings(given)
  const inbox = createInbox({ settings, onFailure })
  const link = openLink({ ...settings.link, onRequest, onTrouble })
  const underWay = new Set<Promise<unknown>>()

  function onRequest(request: Request, connection: SmppConnection): void {
    if (request.command === 'deliver_sm' || request.command === 'data_sm') inbox.receive(request, connection)
    // Whatever else a carrier may send to us asks for no answer.
  }

  return {
    name: settings.name,
    get link() {
      return link.isUp ? 'up' : 'down'
    },
    get state() {
      return link.state
    },
    submit: (texts, notAfterMs, onLate = () => {}) => {
      const work = Promise.all(texts.map(text => submitText(link, settings, text, notAfterMs, onLate)))
      const tracked: Promise<unknown> = work.finally(() => underWay.delete(tracked))
      underWay.add(tracked)
      return work
    },
    listen: events => inbox.listen(events),
    close: async () => {
      link.stop()
      await Promise.all([inbox.close(), ...underWay])
      await link.close()
    },
  }
}

import { parseArgs } from 'node:util'
import { type EventFilter, type Events, GoneError, InvalidRequestError, Parley } from '../../src/index.ts'
import { credentialsHelp, readCredentials, readerToken } from '../credentials.ts'
import { type Surroundings, UsageError } from '../surroundings.ts'
import { forwardEvent } from './forward-event.ts'
import { positionFile } from './position-file.ts'
import { checkedSecret, secretFor } from './signing.ts'

export const listenHelp: string = `Usage: npx --no @parley/sdk listen --forward-to <url> [options]

Posts events to a server on your machine as they happen, signed like webhooks (Standard
Webhooks, v1). Your machine needs no public address.

Events come in order, one at a time. An event that your server does not take with a 2xx is
sent again until it does, and the events behind it wait. After a restart of listen it
continues where it stopped.

Prints one line for each event: id, type, status, milliseconds. Ctrl+C stops it.

Options:
  --forward-to <url>      such as http://localhost:3000/hook
  --types <types>         only these, such as message.*,consent.accepted
  --advisor <identifier>  only the events of this advisor
                          (default: of all advisors who allow the application)
  --from <place>          end: from now on. start: everything since the advisors allowed the
                          application. Or a cursor. Default: where it stopped, or else the end
  --count <number>        stop after so many events
  --print-secret          print the secret that checks signatures, and exit
  --credentials <file>    see below
  -h, --help              show this help

The secret is the same at every start. To choose another, set PARLEY_WEBHOOK_SECRET.

${credentialsHelp}`

export async function listen(args: readonly string[], surroundings: Surroundings): Promise<void> {
  const { environment, print, signal } = surroundings
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      'forward-to': { type: 'string' },
      types: { type: 'string', multiple: true },
      advisor: { type: 'string' },
      from: { type: 'string' },
      count: { type: 'string' },
      'print-secret': { type: 'boolean' },
      credentials: { type: 'string' },
    },
  })
  const credentials = await readCredentials(options.credentials, environment)
  const secretWanted = environment['PARLEY_WEBHOOK_SECRET']
  const secret = secretWanted ? checkedSecret(secretWanted) : secretFor(credentials.apiKey)
  if (options['print-secret']) return print(secret)

  const url = receiverUrl(options['forward-to'])
  const { baseUrl, apiKey } = credentials
  let left = countOf(options.count)
  const { events } = new Parley({ baseUrl, apiKey, accessToken: readerToken(credentials, options.advisor) })
  const types = options.types?.flatMap(each => each.split(',')) as EventFilter[] | undefined
  const positions = positionFile([baseUrl, options.advisor ?? '*', url, types?.join() ?? '*'].join(' '))
  const reading = { types, signal }
  const stored =
    options.from === undefined ? await storedPlace(events, await positions.load(), reading) : undefined
  const place = stored ?? (await cursorOf(events, options.from ?? 'end', reading))
  if (place !== undefined) await positions.save(place)
  const how = stored === undefined ? '' : ', from where it stopped (to skip these: --from end)'
  print(`Events of ${options.advisor ?? 'all advisors'} go to ${url}${how}.`)
  print(`Secret that checks their signatures: ${secret}`)
  print('Ready. Ctrl+C stops it.')
  for await (const item of events.since(place, reading)) {
    await forwardEvent(item, { url, secret, print, signal })
    await positions.save(item.cursor)
    left -= 1
    if (left === 0) return
  }
}

interface Reading {
  readonly types: readonly EventFilter[] | undefined
  readonly signal: AbortSignal
}

/** A cursor to begin behind; undefined: at the start. Asking the service also checks credentials and types. */
async function cursorOf(
  events: Events,
  from: string,
  { types, signal }: Reading,
): Promise<string | undefined> {
  const after = from === 'start' ? {} : { after: from }
  const query = { ...after, ...(types && { types: types.join() }), limit: 1 }
  const { cursor } = await events.list(query, { signal })
  if (from === 'start') return undefined
  return from === 'end' ? cursor : from
}

/** Undefined if the service does not know it any more, as after a new start of a sandbox. */
const storedPlace = (
  events: Events,
  cursor: string | undefined,
  reading: Reading,
): Promise<string | undefined> =>
  cursor === undefined
    ? Promise.resolve(undefined)
    : cursorOf(events, cursor, reading).catch((error: unknown) => {
        if (isUnknownCursor(error)) return undefined
        throw error
      })

const isUnknownCursor = (error: unknown): boolean =>
  error instanceof GoneError ||
  (error instanceof InvalidRequestError &&
    (error.details as { readonly reason?: string } | undefined)?.reason === 'cursor')

function countOf(given: string | undefined): number {
  if (given === undefined) return Number.POSITIVE_INFINITY
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new UsageError('--count must be a whole number, 1 or more.')
  return Number(given)
}

const ownHosts = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Phone numbers must not cross a network in the clear. */
function receiverUrl(given: string | undefined): string {
  if (given === undefined) throw new UsageError('Where to? Use --forward-to http://localhost:3000/hook')
  const text = /^https?:\/\//.test(given) ? given : `http://${given}`
  if (!URL.canParse(text)) throw new UsageError(`--forward-to ${given} is not a URL.`)
  const url = new URL(text)
  if (url.protocol === 'http:' && !ownHosts.test(url.hostname))
    throw new UsageError('--forward-to must be http on this machine, or https.')
  return url.href
}

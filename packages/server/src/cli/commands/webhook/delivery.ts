import { type Command, InvalidArgumentError, Option } from 'commander'
import { readConfig } from '../../../config.ts'
import { createEventCursors, LogCuts, placeOfCursor } from '../../../events/index.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { withoutIdempotency } from '../../../platform/idempotency/idempotency.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import {
  createWebhookAgent,
  type DeliveryRow,
  findEndpoint,
  listDeliveries,
  pauseEndpoint,
  replayEvents,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
} from '../../../webhooks/index.ts'
import { duration } from '../../terminal/duration.ts'
import { type Operated, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, formatOption, minute, print } from '../../terminal/output.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'
import {
  deliveryList,
  deliveryRecord,
  describeTest,
  endpointRecord,
  secretText,
  testRecord,
} from './webhook-format.ts'
import { appArgument, endpointArgument, managerOf, withApplication } from './with-application.ts'

type Changing = Formatted & Operated
type RotateOptions = Changing & { readonly overlap: number; readonly kind: 'hmac' | 'ed25519' }
type ReplayOptions = Changing & { readonly missed?: true; readonly from?: string; readonly to?: string }
type DeliveriesOptions = Formatted & { readonly outcome?: DeliveryRow['outcome']; readonly limit: number }

/** Commands for what is sent to an endpoint, and when. */
export function addDeliveryCommands(webhook: Command): void {
  addStopCommands(webhook)
  addSendCommands(webhook)

  webhook
    .command('rotate-secret')
    .summary('replace the signing secret')
    .description(
      'Issues a new secret and prints it; it is shown only once. The old secret signs too during the overlap, so that the receiver can switch. Also needs PARLEY_SECRET_KEY.',
    )
    .argument(...appArgument)
    .argument(...endpointArgument)
    .option(
      '--overlap <duration>',
      'how long the old secret still signs: 0, 90s, 30m, 24h or 7d',
      duration(604_800),
      86_400,
    )
    .addOption(
      new Option(
        '--kind <kind>',
        'hmac: a shared secret. ed25519: a public key, with which others can check signatures, too',
      )
        .choices(['hmac', 'ed25519'])
        .default('hmac'),
    )
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((clientId: string, endpointId: number, options: RotateOptions) =>
      withApplication(clientId, async ({ database, application }) => {
        const secretKeys = readConfig(['secretKey', 'formerSecretKeys'])
        const manager = managerOf(application, options)
        const { kind, overlap: overlapSeconds } = options
        const secret = await rotateSecret({ database, secretKeys }, manager, endpointId, {
          kind,
          overlapSeconds,
          idempotency: withoutIdempotency,
        })
        print(
          options,
          { endpointId, kind, overlapSeconds, secret },
          `Issued a new ${kind === 'hmac' ? 'secret' : 'key'} for endpoint ${endpointId}. ${overlapText(overlapSeconds)}\n\n${secretText(secret)}`,
        )
      }),
    )
}

const overlapText = (seconds: number): string =>
  seconds === 0
    ? 'An older one of its kind no longer signs.'
    : `An older one of its kind signs too until ${minute(new Date(Date.now() + seconds * 1_000))}.`

function addStopCommands(webhook: Command): void {
  webhook
    .command('pause')
    .summary('stop deliveries')
    .description('Stops deliveries to an endpoint. Events wait, and none is discarded.')
    .argument(...appArgument)
    .argument(...endpointArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((clientId: string, endpointId: number, options: Changing) =>
      withApplication(clientId, async ({ database, application }) => {
        const manager = managerOf(application, options)
        await pauseEndpoint(database, manager, endpointId)
        const paused = await findEndpoint(database, application.id, endpointId)
        print(
          options,
          endpointRecord(paused),
          `Endpoint ${endpointId} is paused. To continue: parley app webhook resume ${clientId} ${endpointId}`,
        )
      }),
    )

  webhook
    .command('resume')
    .summary('continue deliveries')
    .description(
      'Continues deliveries to an endpoint that is paused or failing: where it stopped, with what happens from now on, or behind a cursor.',
    )
    .argument(...appArgument)
    .argument(...endpointArgument)
    .option('--from <place>', 'stop, end, or a cursor of an event (also needs PARLEY_SECRET_KEY)', 'stop')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((clientId: string, endpointId: number, options: Changing & { readonly from: string }) =>
      withApplication(clientId, async ({ database, application }) => {
        const manager = managerOf(application, options)
        await resumeEndpoint(database, manager, endpointId, {
          from: await placeOf(database, options.from),
        })
        const resumed = await findEndpoint(database, application.id, endpointId)
        print(options, endpointRecord(resumed), `Endpoint ${endpointId} is ${resumed.status}.`)
      }),
    )
}

async function placeOf(database: Database, from: string): Promise<'stop' | 'end' | number> {
  if (from === 'stop' || from === 'end') return from
  const { cell, ...secretKeys } = readConfig(['secretKey', 'formerSecretKeys', 'cell'])
  const position = await placeOfCursor(
    { cursors: createEventCursors(secretKeys, cell), cuts: new LogCuts(database) },
    from,
  )
  if (position === undefined)
    throw new Problem('invalid_request', '--from must be stop, end, or a cursor of this installation.')
  return position
}

function addSendCommands(webhook: Command): void {
  webhook
    .command('test')
    .summary('post a test event now')
    .description(
      'Posts an endpoint.test event from this machine and shows the result. An untested endpoint becomes active when it arrives. Also needs PARLEY_SECRET_KEY, and WEBHOOK_ALLOWED_NETWORKS if the workers have it.',
    )
    .argument(...appArgument)
    .argument(...endpointArgument)
    .addOption(formatOption())
    .action((clientId: string, endpointId: number, options: Formatted) =>
      withApplication(clientId, async ({ database, application }) => {
        const secretKeys = readConfig(['secretKey', 'formerSecretKeys'])
        const { webhookNetworks, publicOrigin } = readConfig(['publicOrigin', 'webhookNetworks'])
        const agent = createWebhookAgent(webhookNetworks)
        try {
          const outcome = await testEndpoint(
            { database, agent, secretKeys, publicOrigin },
            application.id,
            endpointId,
          )
          print(options, testRecord(endpointId, outcome), describeTest(endpointId, outcome))
          if (outcome.kind !== 'delivered') process.exitCode = 1
        } finally {
          await agent.destroy()
        }
      }),
    )

  webhook
    .command('deliveries')
    .summary('list attempts to deliver')
    .description('Lists attempts of the last 30 days, newest first, without any content.')
    .argument(...appArgument)
    .argument(...endpointArgument)
    .addOption(
      new Option('--outcome <outcome>', 'only these').choices([
        'delivered',
        'refused',
        'timeout',
        'unreachable',
      ]),
    )
    .option('--limit <number>', 'maximum number', wholeNumber(1, 10_000), 50)
    .addOption(formatOption())
    .action((clientId: string, endpointId: number, { outcome, limit, ...options }: DeliveriesOptions) =>
      withApplication(clientId, async ({ database, application }) => {
        const wanted = { applicationId: application.id, endpointId, outcome, pageSize: limit }
        const { deliveries, before } = await listDeliveries(database, wanted)
        print(
          options,
          deliveries.map(deliveryRecord),
          deliveryList(deliveries, { hasMore: before !== undefined, outcome }),
        )
      }),
    )

  webhook
    .command('replay')
    .summary('send events again')
    .description(
      'Sends events again, with the same ids: those that were given up (--missed), or all of a time (--from, --to). New events continue meanwhile.',
    )
    .argument(...appArgument)
    .argument(...endpointArgument)
    .option('--missed', 'events that were given up after their last retry')
    .option('--from <time>', 'all events since this time, such as 2026-01-31T08:00Z', instant)
    .option('--to <time>', 'up to this time; default: now', instant)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((clientId: string, endpointId: number, { missed, from, to, ...options }: ReplayOptions) =>
      withApplication(clientId, async ({ database, application }) => {
        if ((missed === undefined) === (from === undefined) || (missed && to !== undefined))
          throw new Problem('invalid_request', 'Use --missed, or --from with or without --to.')
        const manager = managerOf(application, options)
        const only = missed ? 'missed' : 'all'
        const replay = { only, from, to, idempotency: withoutIdempotency } as const
        const { missedEvents } = await replayEvents(database, manager, endpointId, replay)
        const events = `${missedEvents} missed ${missedEvents === 1 ? 'event' : 'events'}`
        const text = missed
          ? missedEvents === 0
            ? 'No event was missed: nothing to send again.'
            : `Sending ${events} again.`
          : `Sending the events since ${from} again${to === undefined ? '' : `, up to ${to}`}.`
        print(options, { endpointId, only, from, to, missedEvents }, text)
      }),
    )
}

/** A day, or a time with its offset from UTC: the operator's own time zone would make it ambiguous. */
function instant(text: string): string {
  const isClear = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)
  const time = isClear ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time))
    throw new InvalidArgumentError('Must be a day or a time, such as 2026-01-31 or 2026-01-31T08:00Z.')
  return new Date(time).toISOString()
}

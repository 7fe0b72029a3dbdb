import Type from 'typebox'
import { id, instant, instantInput, words } from '../../fields.ts'
import { anyProblem, bodyProblem, type Operation } from '../../operation.ts'
import { pageQuery } from '../../paging.ts'
import {
  CreatedEndpoint,
  DeliveryList,
  DeliveryOutcome,
  Endpoint,
  EndpointList,
  EndpointRequest,
  EndpointUpdate,
} from './endpoint.ts'

const shared = { scope: null, takesApplicationToken: true, tag: 'Events' } as const
const params = Type.Object({ endpointId: id({ description: 'Endpoint id.', examples: [4097] }) })
const manage = 'Needs an application token with the scope `events.manage`.'

export const createEndpoint = {
  ...shared,
  id: 'createEndpoint',
  method: 'POST',
  path: '/events/endpoints',
  summary: 'Create a webhook endpoint',
  description: `Events from now on are posted to the address, signed as Standard Webhooks says: in order for each conversation, at least once, the same event with the same \`webhook-id\`. Outside a sandbox an endpoint is \`untested\` until a test has arrived. At most 16 per application. ${manage}`,
  body: EndpointRequest,
  result: CreatedEndpoint,
  problems: [...bodyProblem, 'conflict'],
} as const satisfies Operation

export const listEndpoints = {
  ...shared,
  id: 'listEndpoints',
  method: 'GET',
  path: '/events/endpoints',
  summary: 'List webhook endpoints',
  description: `All endpoints of the application. ${manage}`,
  result: EndpointList,
  problems: anyProblem,
} as const satisfies Operation

export const getEndpoint = {
  ...shared,
  id: 'getEndpoint',
  method: 'GET',
  path: '/events/endpoints/{endpointId}',
  summary: 'Look up a webhook endpoint',
  description: `Its state, and how far it is. ${manage}`,
  params,
  result: Endpoint,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation

export const updateEndpoint = {
  ...shared,
  id: 'updateEndpoint',
  method: 'PUT',
  path: '/events/endpoints/{endpointId}',
  summary: 'Change a webhook endpoint',
  description: `Replaces the members that are present, keeps those that are absent, and clears those that are null. With another address it is \`untested\` again outside a sandbox. ${manage}`,
  params,
  body: EndpointUpdate,
  result: Endpoint,
  problems: [...bodyProblem, 'not_found'],
} as const satisfies Operation

export const deleteEndpoint = {
  ...shared,
  id: 'deleteEndpoint',
  method: 'DELETE',
  path: '/events/endpoints/{endpointId}',
  summary: 'Delete a webhook endpoint',
  description: `With its secrets and deliveries. ${manage}`,
  params,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation

export const testEndpoint = {
  ...shared,
  id: 'testEndpoint',
  method: 'POST',
  path: '/events/endpoints/{endpointId}/test',
  summary: 'Send a test event',
  description: `Posts an \`endpoint.test\` event now and says what became of it. An untested endpoint becomes active when it arrives. ${manage}`,
  params,
  result: DeliveryOutcome,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation

export const rotateEndpointSecret = {
  ...shared,
  id: 'rotateEndpointSecret',
  method: 'POST',
  path: '/events/endpoints/{endpointId}/secret',
  summary: 'Rotate the secret of a webhook endpoint',
  description: `The old secrets of the same kind sign too until the overlap ends. \`ed25519\` gives a public key: its signatures (\`v1a\`) can be checked by third parties. ${manage}`,
  params,
  body: Type.Object(
    {
      kind: Type.Optional(Type.Enum(['hmac', 'ed25519'], { type: 'string', default: 'hmac' })),
      overlapSeconds: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 604_800, default: 86_400, description: 'At most seven days.' }),
      ),
    },
    { $id: 'SecretRotation', examples: [{ kind: 'hmac', overlapSeconds: 86_400 }] },
  ),
  isBodyOptional: true,
  result: Type.Object(
    { secret: words({ description: 'Checks signatures. It is shown only now.' }) },
    { $id: 'RotatedSecret', examples: [{ secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDjJiGFdkEmaI=' }] },
  ),
  problems: [...bodyProblem, 'not_found'],
} as const satisfies Operation

export const pauseEndpoint = {
  ...shared,
  id: 'pauseEndpoint',
  method: 'POST',
  path: '/events/endpoints/{endpointId}/pause',
  summary: 'Pause a webhook endpoint',
  description: `Nothing is sent until it is resumed, and nothing is discarded. ${manage}`,
  params,
  result: Endpoint,
  problems: [...anyProblem, 'not_found', 'conflict'],
} as const satisfies Operation

export const resumeEndpoint = {
  ...shared,
  id: 'resumeEndpoint',
  method: 'POST',
  path: '/events/endpoints/{endpointId}/resume',
  summary: 'Resume a webhook endpoint',
  description: `Continues where it stopped, at the end of the log, or at a cursor. ${manage}`,
  params,
  body: Type.Object(
    {
      from: Type.Optional(
        Type.String({
          description: '`stop`, `end` or a cursor.',
          minLength: 1,
          maxLength: 64,
          default: 'stop',
        }),
      ),
    },
    { $id: 'EndpointResumption', examples: [{ from: 'stop' }] },
  ),
  isBodyOptional: true,
  result: Endpoint,
  problems: [...bodyProblem, 'not_found', 'conflict', 'gone'],
} as const satisfies Operation

export const replayEvents = {
  ...shared,
  id: 'replayEvents',
  method: 'POST',
  path: '/events/endpoints/{endpointId}/replays',
  summary: 'Send events again',
  description: `\`missed\`: those that were given up. Otherwise all events from a time or cursor to another, beside the live ones, each with its old \`webhook-id\`. ${manage}`,
  params,
  body: Type.Object(
    {
      only: Type.Optional(Type.Enum(['missed', 'all'], { type: 'string', default: 'all' })),
      from: Type.Optional(
        instantInput({ description: 'From this time on.', examples: ['2026-11-15T20:00:00.000Z'] }),
      ),
      to: Type.Optional(
        instantInput({
          description: 'Until this time. Absent: until now.',
          examples: ['2026-11-15T21:00:00.000Z'],
        }),
      ),
    },
    {
      $id: 'ReplayRequest',
      examples: [{ from: '2026-11-15T20:00:00.000Z', to: '2026-11-15T21:00:00.000Z' }],
    },
  ),
  result: Type.Object(
    {
      missedEvents: Type.Integer({ minimum: 0, description: 'Of those given up: how many are tried again.' }),
    },
    { $id: 'ReplayResult', examples: [{ missedEvents: 0 }] },
  ),
  problems: [...bodyProblem, 'not_found', 'conflict'],
} as const satisfies Operation

export const listDeliveries = {
  ...shared,
  id: 'listDeliveries',
  method: 'GET',
  path: '/events/endpoints/{endpointId}/deliveries',
  summary: 'List deliveries',
  description: `Attempts of the last 30 days, newest first. ${manage}`,
  params,
  query: Type.Object({
    outcome: Type.Optional(
      Type.Enum(['delivered', 'refused', 'timeout', 'unreachable'], {
        type: 'string',
        description: 'Only these.',
      }),
    ),
    before: Type.Optional(
      Type.String({ description: '`before` of the previous page.', minLength: 1, maxLength: 64 }),
    ),
    pageSize: pageQuery.pageSize,
  }),
  result: DeliveryList,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation

export const createConsoleLink = {
  ...shared,
  id: 'createConsoleLink',
  method: 'POST',
  path: '/events/console-links',
  summary: 'Open the developers’ console',
  description: `A link for one of your developers. It works once, for ten minutes, and opens a page with all endpoints, their deliveries and what can be done with them, for an hour. Whoever has it may do what the application may do with its endpoints. ${manage}`,
  result: Type.Object(
    {
      url: words({ description: 'Open it in a browser. It is returned only now.' }),
      dateTimeExpires: instant({ description: 'Until when it can be opened.' }),
    },
    {
      $id: 'ConsoleLink',
      examples: [
        {
          url: 'https://texting.example.org/developer/open?link=Jc0x3zYH2mVwQ9fJtq7e5aWc8rXk1bPn4sUd6gLo0iE',
          dateTimeExpires: '2026-11-15T21:01:07.123Z',
        },
      ],
    },
  ),
  problems: anyProblem,
} as const satisfies Operation

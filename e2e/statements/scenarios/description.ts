import { anyListOf, isText, listOf } from '../matches.ts'
import type { Scenario } from '../scenario.ts'

interface Schema {
  readonly enum?: readonly string[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Operation {
  readonly security: readonly { readonly oauth?: readonly string[]; readonly apiKey?: readonly string[] }[]
  readonly parameters?: readonly { readonly name?: string }[]
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: object }>>
}

interface Description {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses?: Readonly<Record<string, { readonly content?: object }>>
    readonly securitySchemes: {
      readonly oauth: {
        readonly flows: Readonly<Record<string, { readonly scopes: Readonly<Record<string, string>> }>>
      }
    }
  }
}

/** What clients of the published interface use: operation and scope. */
const published: readonly [string, string, string][] = [
  ['post', '/text/messaging/messages', 'text.messaging.write'],
  ['post', '/text/messaging/consent-requests', 'text.messaging.write'],
  ['get', '/text/messaging/consents', 'text.messaging.read'],
  ['post', '/core/contact/contacts', 'core.contacts.write'],
  ['put', '/core/contact/contacts/{contactId}', 'core.contacts.write'],
  ['get', '/core/contact/contacts/{contactId}', 'core.contacts.read'],
  ['get', '/core/contact/contacts', 'core.contacts.read'],
  ['delete', '/core/contact/contacts/{contactId}', 'core.contacts.write'],
  ['put', '/core/contact/contacts/{contactId}/groups', 'core.contacts.write'],
  ['post', '/core/contact/groups', 'core.contacts.write'],
  ['get', '/core/contact/groups', 'core.contacts.read'],
  ['delete', '/core/contact/groups/{groupId}', 'core.contacts.write'],
  ['get', '/core/content/library/search', 'core.content.read'],
]

/** The fields that they read and write. */
const fields: Readonly<Record<string, string>> = {
  MessageRequest: 'text phone scheduleDelivery deliveryDate frequency',
  MessageResult: 'successes failures',
  ConsentRequest: 'phoneNumbers',
  ConsentRequestResult: 'successes failures',
  ConsentStatus: 'memberId state lastChanged',
  ContactInput:
    'firstName lastName emailAddress nickname birthDate phone clientAnniversary gender maritalStatus address1 address2 city state postalCode',
  IdResult: 'id',
  ContactDetail:
    'contactId identifier remoteContactId source sourceText isCrmLinkedContact emailAddress phone firstName lastName nickname birthDate clientAnniversary dateTimeUnsubscribed dateTimeCreated dateTimeModified gender maritalStatus emailStatus disableEmailStatus address1 address2 city state postalCode groupIds remoteContactUrl customFields',
  ContactSummary:
    'contactId identifier fullName firstName lastName email emailStatus emailAddressDisposition status source sourceText groupCount groupNames remoteContactId remoteContactUrl isCrmLinkedContact dateTimeCreated',
  GroupInput: 'name externalGroupId',
  GroupSummary: 'groupId externalId name dateTimeCreated dateTimeModified contactCount source',
  GroupMembership: 'groupIds isSelectAllGroup',
  ContentItem: 'title url',
  PageInfo: 'page pageSize totalRecord sortDirection sortBy',
}

const codes =
  'invalid_request unauthorized forbidden not_found conflict version_mismatch rate_limited payload_too_large unsupported_media_type downstream_timeout downstream_unavailable internal_error'.split(
    ' ',
  )
const problemFields = ['type', 'title', 'status', 'detail', 'instance', 'code', 'traceId', 'retryable']

const read = async (origin: string): Promise<Description> =>
  (await (await fetch(`${origin}/openapi.json`)).json()) as Description

const operations: Scenario = {
  name: 'openapi: version, paths, scopes, fields, order of parameters',
  run: async ({ service, origin }, { statement, otherwise }) => {
    const description = await read(origin)
    const { paths, components } = description
    statement('9.2', 'the version', description.info.version, '1.0.0')
    const seen = published.map(([method, path]) => paths[path]?.[method]?.security[0]?.oauth?.[0])
    statement(
      '0.2 0.3 9.3',
      'paths and scopes',
      seen,
      published.map(([, , scope]) => scope),
    )
    const served = Object.keys(paths).filter(path => path !== '/me' && !path.startsWith('/sandbox/'))
    const isOfEvents = (name: string): boolean => /^\/?events\b/.test(name)
    statement(
      '0.2',
      'first segments',
      served.filter(path => !isOfEvents(path)),
      listOf(/^\/(core|text)\//),
    )
    otherwise('Learning what happens', '0.2', 'events', served.some(isOfEvents), true)
    const all = Object.values(paths).flatMap(path => Object.values(path))
    statement(
      '4.1',
      'both credentials',
      all.map(({ security }) => security),
      listOf([{ oauth: anyListOf(isText), apiKey: [] }]),
    )
    const { authorizationCode, clientCredentials } = components.securitySchemes.oauth.flows
    const scopes = Object.keys(authorizationCode?.scopes ?? {}).filter(scope => scope.includes('.'))
    statement('0.3', 'scope names', scopes, listOf(/^(core|text)\./))
    const alone = Object.keys(clientCredentials?.scopes ?? {})
    statement(
      '5.9',
      'the client-credentials flow',
      alone.filter(scope => !isOfEvents(scope)),
      listOf(/^text\./),
    )
    otherwise('A token without an advisor', '5.9', 'scopes of the application', alone.filter(isOfEvents), [
      'events.read',
      'events.manage',
    ])
    statement('0.4', 'OAuth endpoints', authorizationCode, {
      authorizationUrl: service.authUrl,
      tokenUrl: service.tokenUrl,
    })

    for (const [schema, names] of Object.entries(fields)) {
      const properties = Object.keys(components.schemas[schema]?.properties ?? {})
      statement(
        '9.3',
        `fields of ${schema}`,
        names.split(' ').filter(name => !properties.includes(name)),
        [],
      )
    }
    statement('9.3', 'required in a send', components.schemas['MessageRequest']?.required, ['text'])
    statement('9.4', 'failureDetails', components.schemas['MessageResult']?.properties, {
      failures: { type: 'array' },
      failureDetails: { type: 'array' },
    })

    const namesOf = (path: string) =>
      paths[path]?.['get']?.parameters?.flatMap(({ name }) => name ?? []) ?? []
    const ordered = (path: string, names: readonly string[]) =>
      namesOf(path).filter(name => names.includes(name))
    for (const [path, names] of [
      ['/core/contact/contacts', ['page', 'pageSize', 'sortBy', 'sortDirection']],
      ['/core/contact/groups', ['page', 'pageSize', 'sortDirection']],
      ['/core/content/library/search', ['contentType', 'search', 'page', 'pageSize']],
    ] as const) {
      statement('4.51', `parameters of ${path}`, ordered(path, names), names)
    }
    statement(
      'D52 D53',
      'search parameters',
      [namesOf('/core/contact/contacts'), namesOf('/core/contact/groups')],
      [
        (list: unknown) =>
          ['search', 'groupId', 'phone', 'modifiedSince'].every(name => (list as string[]).includes(name)),
        (list: unknown) => (list as string[]).includes('search'),
      ],
    )
  },
}

const failures: Scenario = {
  name: 'openapi: statuses, problems, nothing pushed',
  run: async ({ origin }, { statement, otherwise }) => {
    const description = await read(origin)
    const { paths, components } = description
    const all = Object.values(paths).flatMap(path => Object.values(path))
    const consent = Object.keys(paths['/text/messaging/consent-requests']?.['post']?.responses ?? {})
    const documented = [200, 400, 401, 403, 404, 409, 413, 415, 429, 500, 502, 504]
    statement(
      '7.31',
      'statuses of a consent request',
      documented.filter(status => !consent.includes(String(status))),
      [],
    )
    const errors = all.flatMap(({ responses }) =>
      Object.entries(responses).filter(([status]) => status >= '400'),
    )
    const schemas = errors.map(([, response]) => {
      const { content } = response.$ref
        ? (components.responses?.[response.$ref.split('/').at(-1) ?? ''] ?? {})
        : response
      return JSON.stringify(content)
    })
    statement('7.32 0.6', 'every error', schemas, listOf(/"application\/problem\+json".*schemas\/Problem"/))
    statement(
      '7.4 7.5 7.6 7.7 7.8 7.10 7.11',
      'required members of a problem',
      components.schemas['Problem']?.required?.toSorted(),
      problemFields.toSorted(),
    )
    const known = components.schemas['Problem']?.properties?.['code']?.enum ?? []
    statement(
      '7.9',
      'the twelve codes',
      codes.filter(code => !known.includes(code)),
      [],
    )
    const additional = known.filter(code => !codes.includes(code)).toSorted()
    otherwise(
      'Headers too large, URL too long, request too slow',
      '7.9',
      'codes of HTTP’s own statuses',
      additional,
      ['gone', 'headers_too_large', 'method_not_allowed', 'request_timeout', 'uri_too_long'],
    )
    const pushed = JSON.stringify(description).match(/"(webhooks|callbacks)":/g)
    otherwise('Learning what happens', '6.1', 'webhooks, which nobody has to use', pushed, ['"webhooks":'])
    const delivery = components.schemas['MessageStatus']?.properties?.['status']?.enum?.toSorted()
    const statuses = ['accepted', 'submitted', 'delivered', 'undelivered', 'failed', 'unconfirmed'].toSorted()
    statement(
      'D39 9.6',
      'delivery statuses',
      delivery?.filter(each => each !== 'received'),
      statuses,
    )
    otherwise('Reading conversations', 'D39 9.6', 'a reply', delivery?.includes('received'), true)
    statement(
      '6.2',
      'the delivery lookup',
      paths['/text/messaging/messages/{messageId}']?.['get']?.security[0]?.oauth,
      ['text.messaging.read'],
    )
  },
}

export const descriptionScenarios: readonly Scenario[] = [operations, failures]

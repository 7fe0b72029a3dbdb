import type { Operation } from './operation.ts'

/** Something that partners expect and the API does not offer. The guide to production lists it while no operation offers it. */
export interface MissingCapability {
  /** A sentence that denies it. */
  readonly denial: string
  /** What to do instead. */
  readonly advice: string
  readonly isOfferedBy: (operation: Operation) => boolean
}

const hasMember = (operation: Operation, name: RegExp): boolean =>
  Object.keys(operation.body?.properties ?? {}).some(member => name.test(member))

const isAt = (operation: Operation, method: Operation['method'], path: string): boolean =>
  operation.method === method && operation.path === path

const isAlwaysEmpty = (schema: object | undefined): boolean =>
  schema !== undefined && 'maxItems' in schema && schema.maxItems === 0

export const missingCapabilities: readonly MissingCapability[] = [
  {
    denial: 'There are no quiet hours.',
    advice:
      'A text is sent when you send it or when it is due. Choose a considerate time in the recipient’s zone.',
    isOfferedBy: operation => hasMember(operation, /quiet|timeZone/i),
  },
  {
    denial: 'There are no pictures.',
    advice: 'A send with `media` is rejected.',
    isOfferedBy: operation =>
      isAt(operation, 'POST', '/text/messaging/messages') &&
      !isAlwaysEmpty(operation.body?.properties['media']),
  },
  {
    denial: 'There is no list of sent texts.',
    advice: 'Store each `messageId`, or read the conversations with the scope `text.conversations.read`.',
    isOfferedBy: operation => isAt(operation, 'GET', '/text/messaging/messages'),
  },
]

/** Capabilities in the list that none of the operations offers. */
export const capabilitiesMissingFrom = (operations: readonly Operation[]): readonly MissingCapability[] =>
  missingCapabilities.filter(({ isOfferedBy }) => !operations.some(isOfferedBy))

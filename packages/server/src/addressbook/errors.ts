import { Problem } from '../platform/problem/problem.ts'
import { identifyingFields } from './contacts/contact-fields.ts'

// The same text whether it never existed, was deleted, or belongs to another advisor, so as not to reveal which.
export const noContact = (): Problem =>
  new Problem('not_found', 'The address book has no contact with this id.')
export const noGroup = (): Problem => new Problem('not_found', 'The address book has no group with this id.')

export function unidentified(): Problem {
  const message = `must leave the contact at least one of ${identifyingFields.join(', ')}`
  return new Problem('invalid_request', `The request ${message}.`, {
    details: { errors: [{ path: '', message }] },
  })
}

export function bornInFuture(): Problem {
  const message = 'must not be in the future'
  return new Problem('invalid_request', `birthDate ${message}.`, {
    details: { errors: [{ path: '/birthDate', message }] },
  })
}

export function externalIdTaken(): Problem {
  const message = 'is that of another contact'
  return new Problem('invalid_request', `externalContactId ${message}.`, {
    details: { errors: [{ path: '/externalContactId', message }] },
  })
}

export function nowhereToMove(): Problem {
  const message = 'must not be move where the contact has no phone number afterwards'
  return new Problem('invalid_request', `scheduledMessages ${message}.`, {
    details: { errors: [{ path: '/scheduledMessages', message }] },
  })
}

export function unknownGroups(positions: readonly number[]): Problem {
  const message = 'is not a group of this address book'
  const shown = positions.slice(0, 10)
  return new Problem('invalid_request', `At least one of the groups ${message}.`, {
    details: { errors: shown.map(position => ({ path: `/groupIds/${position}`, message })) },
  })
}

/** Paths of contacts that a request names and the address book does not have. */
export function unknownContacts(paths: readonly string[]): Problem {
  const message = 'is not a contact of this address book'
  return new Problem('invalid_request', `At least one of the contacts ${message}.`, {
    details: { errors: paths.slice(0, 10).map(path => ({ path, message })) },
  })
}

export function addedAndRemoved(paths: readonly string[]): Problem {
  const message = 'is both added and removed'
  return new Problem('invalid_request', `A contact ${message}.`, {
    details: { errors: paths.slice(0, 10).map(path => ({ path, message })) },
  })
}

export function noGroupsGiven(): Problem {
  const message = 'is required unless isSelectAllGroup is true'
  return new Problem('invalid_request', `groupIds ${message}.`, {
    details: { errors: [{ path: '/groupIds', message }] },
  })
}

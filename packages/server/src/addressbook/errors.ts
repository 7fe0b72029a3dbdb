import { Problem } from '../http/problem.ts'
import { identifyingFields } from './contact-fields.ts'

// The same words whether it never was, is gone, or is another advisor's.
export const noContact = (): Problem =>
  new Problem('not_found', 'The address book has no contact with this id.')
export const noGroup = (): Problem => new Problem('not_found', 'The address book has no group with this id.')

export function unidentified(): Problem {
  const message = `must leave the contact at least one of ${identifyingFields.join(', ')}`
  return new Problem('invalid_request', `The request ${message}.`, {
    details: { errors: [{ path: '', message }] },
  })
}

export function unknownGroups(positions: readonly number[]): Problem {
  const message = 'is not a group of this address book'
  const shown = positions.slice(0, 10)
  return new Problem('invalid_request', `At least one of the groups ${message}.`, {
    details: { errors: shown.map(position => ({ path: `/groupIds/${position}`, message })) },
  })
}

export function noGroupsGiven(): Problem {
  const message = 'is required unless isSelectAllGroup is true'
  return new Problem('invalid_request', `groupIds ${message}.`, {
    details: { errors: [{ path: '/groupIds', message }] },
  })
}

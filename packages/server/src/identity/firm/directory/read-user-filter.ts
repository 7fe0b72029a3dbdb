import { Problem } from '../../../platform/problem/problem.ts'

export interface UserFilter {
  readonly userName?: string
  readonly externalId?: string
  readonly personId?: number
}

export const filterCharactersMax = 512

const pattern = /^\s{0,9}(userName|externalId|id)\s{1,9}eq\s{1,9}"([^"\\]{1,254})"\s{0,9}$/i

/**
 * Directories look people up by userName and externalId, and page through all of them. Other filters are refused. Read here and not
 * by scimmy, whose lexer needs exponential time for some texts.
 */
export function readUserFilter(filter: string | undefined): UserFilter {
  if (filter === undefined || filter === '') return {}
  const [, attribute = '', value = ''] = pattern.exec(filter) ?? []
  switch (attribute.toLowerCase()) {
    case 'username':
      return { userName: value }
    case 'externalid':
      return { externalId: value }
    case 'id':
      return { personId: readPersonId(value) ?? 0 }
    default:
      throw new Problem('invalid_request', 'Filter by userName eq, externalId eq or id eq.', {
        details: { scimType: 'invalidFilter' },
      })
  }
}

/** Undefined: nobody has such an id. */
export const readPersonId = (id: string): number | undefined =>
  /^[1-9][0-9]{0,15}$/.test(id) ? Number(id) : undefined

import type { FirmPerson, FirmPersonDetail } from '@parley/contract'
import type { FirmPersonRow, ListedSession } from '../../identity/index.ts'

export const shownPerson = ({
  identifier,
  roles,
  books,
  actsFor,
  invitedAt,
  seenAt,
  addedAt,
  ...person
}: FirmPersonRow): FirmPerson => ({
  ...person,
  roles: [...roles],
  books: [...books],
  actsFor: [...actsFor],
  ...(identifier !== null && { identifier }),
  ...(invitedAt && { dateTimeInvited: invitedAt.toISOString() }),
  ...(seenAt && { dateTimeSeen: seenAt.toISOString() }),
  dateTimeAdded: addedAt.toISOString(),
})

export const shownSession = ({
  browser,
  signedInAt,
  usedAt,
}: ListedSession): FirmPersonDetail['sessions'][number] => ({
  ...(browser !== null && { browser }),
  dateTimeSignedIn: signedInAt.toISOString(),
  ...(usedAt && { dateTimeUsed: usedAt.toISOString() }),
})

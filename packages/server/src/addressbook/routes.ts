import { type GroupMembership, operations } from '@parley/contract'
import { authorOf } from '../journal/index.ts'
import type { Caller } from '../platform/caller/caller.ts'
import type { Database } from '../platform/db/pool.ts'
import { route } from '../platform/http/route.ts'
import type { HttpServer } from '../platform/http/server.ts'
import { detailOf } from './contacts/contact-detail.ts'
import { createContact } from './contacts/create-contact.ts'
import { deleteContact } from './contacts/delete-contact.ts'
import type { FollowPhones } from './contacts/follow-phones.ts'
import { getContact } from './contacts/get-contact.ts'
import { replaceGroups } from './contacts/replace-groups.ts'
import { updateContact } from './contacts/update-contact.ts'
import { upsertContacts } from './contacts/upsert-contacts.ts'
import { upsertLinesOf } from './contacts/upsert-line.ts'
import { noGroupsGiven } from './errors.ts'
import { changeGroupMembers } from './groups/change-group-members.ts'
import { createGroup } from './groups/create-group.ts'
import { deleteGroup } from './groups/delete-group.ts'
import { getGroup } from './groups/get-group.ts'
import { renameGroup } from './groups/rename-group.ts'
import { parseContactSearch } from './search/parse-contact-search.ts'
import type { RememberedTotals } from './search/remembered-totals.ts'
import { searchContacts } from './search/search-contacts.ts'
import { searchGroups } from './search/search-groups.ts'
import { contactSummaryOf, groupSummaryOf } from './search/summaries.ts'
import type { Source } from './source.ts'
import { serveUploads } from './uploads/routes.ts'

const sourceOf = ({ applicationId }: Caller): Source =>
  applicationId === null ? 'Advisor app' : 'Partner API'

interface AddressBookParts {
  readonly database: Database
  readonly followPhones: FollowPhones
  /** One per process: partners and the advisor app search the same address books. */
  readonly totals: RememberedTotals
}

export function serveAddressBook(app: HttpServer, parts: AddressBookParts): void {
  const { database, followPhones } = parts
  serveSearches(app, parts)
  serveUploads(app, { database })

  route(app, operations.createContact, async input => {
    const source = sourceOf(input.caller)
    const id = await createContact(
      database,
      authorOf(input),
      { source, fields: input.body },
      input.idempotency,
    )
    return { id }
  })

  route(app, operations.updateContact, async input => {
    const id = input.params.contactId
    const followed = await updateContact({ database, followPhones }, authorOf(input), id, input.body)
    const [first] = followed
    return {
      id,
      ...(first && {
        scheduledMessages: {
          action: first.action,
          scheduleIds: followed.map(({ scheduleId }) => scheduleId),
        },
      }),
    }
  })

  route(app, operations.upsertContacts, async input => {
    const batch = { source: sourceOf(input.caller), lines: upsertLinesOf(input.body.contacts) }
    const results = await upsertContacts(
      { database, followPhones },
      authorOf(input),
      batch,
      input.idempotency,
    )
    return { results: [...results] }
  })

  route(app, operations.getContact, async ({ caller, params }) =>
    detailOf(await getContact(database, caller.advisorId, params.contactId)),
  )

  route(app, operations.deleteContact, async input => {
    await deleteContact({ database, followPhones }, authorOf(input), input.params.contactId)
    return undefined
  })

  route(app, operations.replaceContactGroups, async input => {
    const id = input.params.contactId
    await replaceGroups(database, authorOf(input), id, wantedGroups(input.body))
    return { id }
  })

  route(app, operations.createGroup, async input => {
    const source = sourceOf(input.caller)
    const id = await createGroup(database, authorOf(input), { source, input: input.body }, input.idempotency)
    return { id }
  })

  route(app, operations.getGroup, async ({ caller, params }) =>
    groupSummaryOf(await getGroup(database, caller.advisorId, params.groupId)),
  )

  route(app, operations.updateGroup, async input => {
    const id = input.params.groupId
    await renameGroup(database, authorOf(input), id, input.body.name)
    return { id }
  })

  route(app, operations.changeGroupMembers, async input => {
    const { groupId } = input.params
    const { add = [], remove = [] } = input.body
    const wanted = { groupId, add, remove }
    const changed = await changeGroupMembers(database, authorOf(input), wanted, input.idempotency)
    return { groupId, ...changed }
  })

  route(app, operations.deleteGroup, async input => {
    await deleteGroup(database, authorOf(input), input.params.groupId)
    return undefined
  })
}

function serveSearches(app: HttpServer, { database, totals }: AddressBookParts): void {
  const reading = { db: database, totals }
  route(app, operations.searchContacts, async ({ caller, query }) => {
    const { page, pageSize, sortBy, sortDirection } = query
    const search = parseContactSearch(caller.advisorId, query)
    const { contacts, total, nextCursor } = await searchContacts(reading, search)
    return {
      data: contacts.map(contactSummaryOf),
      pageInfo: {
        page,
        pageSize,
        totalRecord: total,
        sortDirection,
        sortBy,
        ...(nextCursor !== undefined && { nextCursor }),
      },
    }
  })

  route(app, operations.searchGroups, async ({ caller, query }) => {
    const { page, pageSize, sortDirection } = query
    const { advisorId } = caller
    const { groups, total } = await searchGroups(database, {
      advisorId,
      words: query.search?.split(/\s+/),
      externalId: query.externalGroupId,
      page,
      pageSize,
      sortDirection,
    })
    return {
      data: groups.map(groupSummaryOf),
      pageInfo: { page, pageSize, totalRecord: total, sortDirection, sortBy: 'name' },
    }
  })
}

function wantedGroups({ groupIds, isSelectAllGroup }: GroupMembership): readonly number[] | 'all' {
  if (isSelectAllGroup) return 'all'
  if (!groupIds) throw noGroupsGiven()
  return groupIds
}

import { type GroupMembership, operations } from '@parley/contract'
import type { Database } from '../db/pool.ts'
import type { Caller } from '../http/guard.ts'
import { route } from '../http/route.ts'
import type { HttpServer } from '../http/server.ts'
import { authorOf } from '../journal/index.ts'
import { detailOf } from './contact-detail.ts'
import { createContact } from './create-contact.ts'
import { createGroup } from './create-group.ts'
import { deleteContact } from './delete-contact.ts'
import { deleteGroup } from './delete-group.ts'
import { noGroupsGiven } from './errors.ts'
import { getContact } from './get-contact.ts'
import { RememberedTotals } from './remembered-totals.ts'
import { replaceGroups } from './replace-groups.ts'
import { searchContacts } from './search-contacts.ts'
import { searchGroups } from './search-groups.ts'
import { wantedText } from './search-text.ts'
import type { Source } from './source.ts'
import { contactSummaryOf, groupSummaryOf } from './summaries.ts'
import { updateContact } from './update-contact.ts'
import { serveUploads } from './uploads/routes.ts'
import { wantedContacts } from './wanted-contacts.ts'

const sourceOf = ({ applicationId }: Caller): Source =>
  applicationId === null ? 'Advisor app' : 'Partner API'

export function serveAddressBook(app: HttpServer, { database }: { readonly database: Database }): void {
  serveSearches(app, database)
  serveUploads(app, { database })

  route(app, operations.createContact, async input => {
    const source = sourceOf(input.caller)
    const id = await createContact(database, authorOf(input), { source, fields: input.body }, input.once)
    return { id }
  })

  route(app, operations.updateContact, async input => {
    const id = input.params.contactId
    await updateContact(database, authorOf(input), id, input.body)
    return { id }
  })

  route(app, operations.getContact, async ({ caller, params }) =>
    detailOf(await getContact(database, caller.advisorId, params.contactId)),
  )

  route(app, operations.deleteContact, async input => {
    await deleteContact(database, authorOf(input), input.params.contactId)
    return undefined
  })

  route(app, operations.replaceContactGroups, async input => {
    const id = input.params.contactId
    await replaceGroups(database, authorOf(input), id, wantedGroups(input.body))
    return { id }
  })

  route(app, operations.createGroup, async input => {
    const source = sourceOf(input.caller)
    const id = await createGroup(database, authorOf(input), { source, input: input.body }, input.once)
    return { id }
  })

  route(app, operations.deleteGroup, async input => {
    await deleteGroup(database, authorOf(input), input.params.groupId)
    return undefined
  })
}

function serveSearches(app: HttpServer, database: Database): void {
  const reading = { db: database, totals: new RememberedTotals() }
  route(app, operations.searchContacts, async ({ caller, query }) => {
    const { page, pageSize, sortBy, sortDirection } = query
    const { contacts, total } = await searchContacts(reading, wantedContacts(caller.advisorId, query))
    return {
      data: contacts.map(contactSummaryOf),
      pageInfo: { page, pageSize, totalRecord: total, sortDirection, sortBy },
    }
  })

  route(app, operations.searchGroups, async ({ caller, query }) => {
    const { page, pageSize, sortDirection } = query
    const { advisorId } = caller
    const search = wantedText(query.search)
    const { groups, total } = await searchGroups(database, {
      advisorId,
      search,
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

import { type GroupMembership, operations } from '@parley/contract'
import type { Database } from '../db/pool.ts'
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
import { contactSummaryOf, groupSummaryOf } from './summaries.ts'
import { updateContact } from './update-contact.ts'

const source = 'Partner API'

export function serveAddressBook(app: HttpServer, { database }: { readonly database: Database }): void {
  serveSearches(app, database)

  route(app, operations.createContact, async input => {
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
    const { page, pageSize, sortBy, sortDirection, groupId, phone, modifiedSince } = query
    const { contacts, total } = await searchContacts(reading, {
      filter: {
        advisorId: caller.advisorId,
        search: wantedText(query.search),
        groupId,
        phone,
        modifiedSince: modifiedSince === undefined ? undefined : instantOf(modifiedSince),
      },
      page,
      pageSize,
      sortBy,
      sortDirection,
    })
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

/** RFC 3339 knows a sixty-first second, which JavaScript does not: it is the first of the next minute. */
function instantOf(text: string): Date {
  const isLeap = /:60(?=[.Zz+-])/.test(text)
  const instant = new Date(isLeap ? text.replace(/:60(?=[.Zz+-])/, ':59') : text)
  return isLeap ? new Date(instant.getTime() + 1_000) : instant
}

function wantedGroups({ groupIds, isSelectAllGroup }: GroupMembership): readonly number[] | 'all' {
  if (isSelectAllGroup) return 'all'
  if (!groupIds) throw noGroupsGiven()
  return groupIds
}

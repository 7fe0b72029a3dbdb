import { appOperations } from '@parley/contract'
import {
  contactSummaryOf,
  detailOf,
  exportContacts,
  findGroup,
  fullNameOf,
  getContact,
  nameGroups,
  RememberedTotals,
  searchContacts,
  wantedContacts,
} from '../../addressbook/index.ts'
import type { Database } from '../../db/pool.ts'
import { appRoute } from '../../http/route.ts'
import type { HttpServer } from '../../http/server.ts'
import { showActors } from '../../identity/index.ts'
import { authorOf, listEntriesOfContact } from '../../journal/index.ts'
import { findConsents, judgeNow, requireTextingAccount } from '../../texting/index.ts'
import { cursorOfEntry, placeOf } from './entry-cursor.ts'
import { sendAsItComes } from './send-as-it-comes.ts'
import { groupIdsIn, shownTimelineEntry } from './timeline-entry.ts'

/** Contacts in the advisor's own app: those of partners, with what texting knows of them and what the journal tells. */
export function serveContacts(app: HttpServer, { database }: { readonly database: Database }): void {
  const reading = { db: database, totals: new RememberedTotals() }

  appRoute(app, appOperations.listContacts, async ({ caller: { advisorId }, query }) => {
    const { page, pageSize, sortBy, sortDirection } = query
    const { contacts, total } = await searchContacts(reading, wantedContacts(advisorId, query))
    const consents = await findConsents(
      database,
      advisorId,
      contacts.map(({ id }) => id),
    )
    return {
      data: contacts.map(contact => ({ ...contactSummaryOf(contact), ...consents.get(contact.id) })),
      pageInfo: { page, pageSize, totalRecord: total, sortDirection, sortBy },
    }
  })

  appRoute(app, appOperations.showContact, async ({ caller: { advisorId }, params }) => {
    const contact = await getContact(database, advisorId, params.contactId)
    const texting = (await findConsents(database, advisorId, [contact.id])).get(contact.id)
    return {
      ...detailOf(contact),
      fullName: fullNameOf(contact),
      groups: await nameGroups(database, advisorId, contact.groupIds),
      ...(texting && {
        memberId: texting.memberId,
        consent: texting.consent,
        verdict: judgeNow(await requireTextingAccount(database, advisorId), texting.consent),
      }),
    }
  })

  appRoute(app, appOperations.getContactTimeline, async ({ caller: { advisorId }, params, query }) => {
    const { contactId } = params
    await getContact(database, advisorId, contactId)
    const entries = await listEntriesOfContact(database, advisorId, {
      contactId,
      before: placeOf(query.cursor),
      limit: query.limit + 1,
    })
    const shown = entries.slice(0, query.limit)
    const showActor = await showActors(
      database,
      shown.map(({ actor }) => actor),
    )
    const groups = await nameGroups(database, advisorId, shown.flatMap(groupIdsIn))
    const names = new Map(groups.map(({ groupId, name }) => [groupId, name]))
    const last = shown.at(-1)
    return {
      data: shown.map(entry => shownTimelineEntry(entry, showActor(entry.actor), names)),
      ...(entries.length > shown.length && last ? { nextCursor: cursorOfEntry(last) } : {}),
    }
  })

  appRoute(app, appOperations.showGroup, async ({ caller: { advisorId }, params }) => {
    const { id, name } = await findGroup(database, advisorId, String(params.groupId))
    return { groupId: id, name }
  })

  appRoute(app, appOperations.downloadContacts, async input => {
    const { format } = input.query
    const name = `contacts.${format}`
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8'
    await sendAsItComes(input.reply, { name, type }, write =>
      exportContacts(database, authorOf(input), { format, write }),
    )
    return undefined
  })
}

import { appOperations } from '@parley/contract'
import {
  contactSummaryOf,
  createExports,
  detailOf,
  findGroup,
  fullNameOf,
  getContact,
  listRemovals,
  nameGroups,
  parseContactSearch,
  type RememberedTotals,
  searchContacts,
} from '../../addressbook/index.ts'
import { findConsents, requireTextingAccount, shownAsking } from '../../consent/index.ts'
import { showActors } from '../../identity/index.ts'
import { authorOf, listEntriesOfContact } from '../../journal/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { appRoute } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { findNumberUse, judgeNow } from '../../texting/index.ts'
import { endWithSession } from '../end-with-session.ts'
import { requireActiveSession } from '../require-active-session.ts'
import { cursorOfEntry, placeOf } from './entry-cursor.ts'
import { sendCompressed } from './send-compressed.ts'
import { groupIdsIn, shownTimelineEntry } from './timeline-entry.ts'

interface ContactsParts {
  readonly database: Database
  readonly totals: RememberedTotals
}

/** Contacts in the advisor app: those of the partner API, with texting state and timeline. */
export function serveContacts(app: HttpServer, { database, totals }: ContactsParts): void {
  const reading = { db: database, totals }
  const exports = createExports(database)
  app.addHook('onClose', () => exports.close())

  appRoute(app, appOperations.listContacts, async ({ caller: { advisorId }, query }) => {
    const { page, pageSize, sortBy, sortDirection } = query
    const { contacts, total } = await searchContacts(reading, parseContactSearch(advisorId, query))
    return {
      data: contacts.map(contact => ({ ...contactSummaryOf(contact), ...contact.texting })),
      pageInfo: { page, pageSize, totalRecord: total, sortDirection, sortBy },
    }
  })

  appRoute(app, appOperations.showContact, async ({ caller: { advisorId }, params }) => {
    const contact = await getContact(database, advisorId, params.contactId)
    const texting = (await findConsents(database, advisorId, [contact.id])).get(contact.id)
    const account = texting && (await requireTextingAccount(database, advisorId))
    return {
      ...detailOf(contact),
      fullName: fullNameOf(contact),
      groups: await nameGroups(database, advisorId, contact.groupIds),
      ...(account && {
        memberId: texting.memberId,
        consent: texting.consent,
        ...shownAsking(texting, account),
        verdict: judgeNow(account, texting),
      }),
    }
  })

  appRoute(app, appOperations.showNumberUse, async ({ caller: { advisorId }, params }) => {
    const { id, phone } = await getContact(database, advisorId, params.contactId)
    if (phone === null) return { people: [], texts: 0, scheduled: 0 }
    const { people, texts, scheduled, nextAt } = await findNumberUse(database, advisorId, phone)
    const texting = (await findConsents(database, advisorId, [id])).get(id)
    return {
      phone,
      people: people.filter(({ contactId }) => contactId !== id),
      ...(texting && { consent: texting.consent }),
      texts,
      scheduled,
      ...(nextAt && { dateTimeNext: nextAt.toISOString() }),
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
      advisorId,
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

  appRoute(app, appOperations.listGroupRemovals, async ({ caller: { advisorId } }) => ({
    data: [...(await listRemovals(database, advisorId))],
  }))

  appRoute(app, appOperations.downloadContacts, async input => {
    const { format } = input.query
    const name = `contacts.${format}`
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8'
    const { session } = input
    const admit = (): Promise<void> => requireActiveSession(database, session)
    const file = endWithSession(database, session, await exports.open(authorOf(input), format, admit))
    sendCompressed(input.request, input.reply, { name, type, file })
    return undefined
  })
}

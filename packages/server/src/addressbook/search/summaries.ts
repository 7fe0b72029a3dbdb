import { type ContactSummary, emailStatuses, type GroupSummary } from '@parley/contract'
import { shownState } from '../../consent/index.ts'
import { known } from '../known.ts'
import { sourceText } from '../source.ts'
import type { SummaryRow } from './page-queries.ts'
import type { GroupRow } from './queries.ts'

/** A contact as shown in a list. */
export function contactSummaryOf(contact: SummaryRow): ContactSummary {
  const { source, emailStatus: status, texting } = contact
  return {
    contactId: contact.id,
    identifier: contact.identifier,
    fullName: contact.fullName,
    emailStatus: emailStatuses[status] ?? 'none',
    emailAddressDisposition: status,
    status: 'active',
    source,
    sourceText: sourceText(source),
    groupCount: contact.groupNames.length,
    groupNames: [...contact.groupNames],
    isCrmLinkedContact: contact.remoteId !== null,
    dateTimeCreated: contact.createdAt.toISOString(),
    dateTimeModified: contact.modifiedAt.toISOString(),
    ...(texting && { consentState: shownState(texting.consent) }),
    ...(texting?.consent === 'opted_out' && { optedOut: true }),
    ...known({
      firstName: contact.firstName,
      lastName: contact.lastName,
      email: contact.emailAddress,
      phone: contact.phone,
      externalContactId: contact.externalId,
      remoteContactId: contact.remoteId,
      remoteContactUrl: contact.remoteUrl,
    }),
  }
}

/** A group as shown in a list. */
export const groupSummaryOf = (group: GroupRow): GroupSummary => ({
  groupId: group.id,
  name: group.name,
  contactCount: group.contactCount,
  source: group.source,
  dateTimeCreated: group.createdAt.toISOString(),
  dateTimeModified: group.modifiedAt.toISOString(),
  ...known({ externalId: group.externalId }),
})

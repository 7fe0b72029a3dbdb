import type { ContactSummary, GroupSummary } from '@parley/contract'
import type { SummaryRow } from './contact-search.ts'
import { emailStatus } from './email-status.ts'
import { known } from './known.ts'
import type { GroupRow } from './search-queries.ts'
import { sources } from './source.ts'

const emailStatusNames = Object.keys(emailStatus)

/** A contact as a list shows it. */
export function contactSummaryOf(contact: SummaryRow): ContactSummary {
  const { source, emailStatus: status } = contact
  return {
    contactId: contact.id,
    identifier: contact.identifier,
    fullName: contact.fullName,
    emailStatus: emailStatusNames[status] ?? 'none',
    emailAddressDisposition: status,
    status: 'active',
    source,
    sourceText: sources[source] ?? 'Advisor app',
    groupCount: contact.groupCount,
    groupNames: [...contact.groupNames],
    isCrmLinkedContact: contact.remoteId !== null,
    dateTimeCreated: contact.createdAt.toISOString(),
    ...known({
      firstName: contact.firstName,
      lastName: contact.lastName,
      email: contact.emailAddress,
      remoteContactId: contact.remoteId,
      remoteContactUrl: contact.remoteUrl,
    }),
  }
}

/** A group as a list shows it. */
export const groupSummaryOf = (group: GroupRow): GroupSummary => ({
  groupId: group.id,
  name: group.name,
  contactCount: group.contactCount,
  source: group.source,
  dateTimeCreated: group.createdAt.toISOString(),
  dateTimeModified: group.modifiedAt.toISOString(),
  ...known({ externalId: group.externalId }),
})

import type { ContactDetail } from '@parley/contract'
import { known } from '../known.ts'
import { sourceText } from '../source.ts'
import { isEmailDisabled } from './email-status.ts'
import type { ContactWithGroups } from './queries.ts'

/** A contact as the API returns it. Unknown fields are omitted. */
export function detailOf(contact: ContactWithGroups): ContactDetail {
  const { id, source, gender, maritalStatus, emailStatus, groupIds, remoteId, remoteUrl } = contact
  return {
    contactId: id,
    identifier: contact.identifier,
    source,
    sourceText: sourceText(source),
    isCrmLinkedContact: remoteId !== null,
    dateTimeCreated: contact.createdAt.toISOString(),
    dateTimeModified: contact.modifiedAt.toISOString(),
    gender,
    maritalStatus,
    emailStatus,
    disableEmailStatus: isEmailDisabled(emailStatus),
    groupIds,
    customFields: contact.customFields,
    ...known({
      externalContactId: contact.externalId,
      remoteContactId: remoteId,
      remoteContactUrl: remoteUrl,
      firstName: contact.firstName,
      lastName: contact.lastName,
      emailAddress: contact.emailAddress,
      nickname: contact.nickname,
      birthDate: contact.birthDate,
      phone: contact.phone,
      clientAnniversary: contact.clientAnniversary,
      dateTimeUnsubscribed: contact.unsubscribedAt?.toISOString() ?? null,
      address1: contact.address1,
      address2: contact.address2,
      city: contact.city,
      state: contact.state,
      postalCode: contact.postalCode,
    }),
  }
}

/** The contact's name in lists. */
export function fullNameOf(contact: ContactWithGroups): string {
  const { firstName, lastName, emailAddress, phone } = contact
  const name = [firstName, lastName].filter(part => part !== null).join(' ')
  return name || (emailAddress ?? phone ?? '')
}

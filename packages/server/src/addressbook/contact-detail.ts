import type { ContactDetail } from '@parley/contract'
import type { ContactWithGroups } from './contact-queries.ts'
import { isEmailDisabled } from './email-status.ts'
import { known } from './known.ts'
import { sourceText } from './source.ts'

/** A contact as it goes out. What is not known is left out. */
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

/** What a list calls a contact. */
export function fullNameOf(contact: ContactWithGroups): string {
  const { firstName, lastName, emailAddress, phone } = contact
  const name = [firstName, lastName].filter(part => part !== null).join(' ')
  return name || (emailAddress ?? phone ?? '')
}

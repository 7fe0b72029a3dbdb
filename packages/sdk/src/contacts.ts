import type { Call } from './call.ts'
import type { Client, PostOptions } from './client.ts'
import type {
  ContactBatchResult,
  ContactDetail,
  ContactInput,
  ContactSummary,
  ContactUpdate,
  ContactUpdateResult,
  ContactUpsert,
  GroupMembership,
  IdResult,
  SearchContactsQuery,
} from './contract.generated.ts'
import { members } from './members.generated.ts'
import type { Pages } from './pages.ts'
import type { RequestOptions } from './with-retries.ts'

/** The advisor's address book. */
export class Contacts {
  readonly #client: Client

  /** @internal */
  constructor(client: Client) {
    this.#client = client
  }

  /** Creates a contact. It needs one of `firstName`, `lastName`, `emailAddress` and `phone`. */
  create(contact: ContactInput, options?: PostOptions): Call<IdResult> {
    return this.#client.post(
      '/core/contact/contacts',
      { value: contact, members: members.ContactInput },
      options,
    )
  }

  /**
   * Replaces the fields that are present and keeps the others; `null` clears a field. If the phone number changes, scheduled
   * texts to the old number are held unless `scheduledMessages` says otherwise; the result says what was done.
   */
  update(contactId: number, contact: ContactUpdate, options?: RequestOptions): Call<ContactUpdateResult> {
    return this.#client.put(
      `/core/contact/contacts/${encodeURIComponent(contactId)}`,
      { value: contact, members: members.ContactUpdate },
      options,
    )
  }

  /**
   * Creates or updates up to 200 contacts by your own ids. Each line has a result in the order given; a line that is invalid does
   * not stop the others.
   */
  upsert(contacts: readonly ContactUpsert[], options?: PostOptions): Call<ContactBatchResult> {
    return this.#client.post(
      '/core/contact/contacts/batch',
      { value: { contacts: [...contacts] }, members: members.ContactBatch },
      options,
    )
  }

  /** Returns one contact with all its fields. */
  get(contactId: number, options?: RequestOptions): Call<ContactDetail> {
    return this.#client.get(`/core/contact/contacts/${encodeURIComponent(contactId)}`, undefined, options)
  }

  /** Searches contacts, by name unless `sortBy` says otherwise. Await it for one page, or iterate over all. */
  search(query?: SearchContactsQuery, options?: RequestOptions): Pages<ContactSummary> {
    return this.#client.search(
      '/core/contact/contacts',
      { value: query, members: members.SearchContactsQuery },
      options,
    )
  }

  /** Deletes a contact. Its texts and consent record are kept. */
  delete(contactId: number, options?: RequestOptions): Call<void> {
    return this.#client.delete(`/core/contact/contacts/${encodeURIComponent(contactId)}`, options)
  }

  /** Puts the contact in exactly these groups, or in every group with `isSelectAllGroup`. */
  replaceGroups(contactId: number, groups: GroupMembership, options?: RequestOptions): Call<IdResult> {
    return this.#client.put(
      `/core/contact/contacts/${encodeURIComponent(contactId)}/groups`,
      { value: groups, members: members.GroupMembership },
      options,
    )
  }
}

import type { Call } from './call.ts'
import type { Client, PostOptions } from './client.ts'
import type {
  ContactDetail,
  ContactInput,
  ContactSummary,
  GroupMembership,
  IdResult,
  SearchContactsQuery,
} from './contract.generated.ts'
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
    return this.#client.post('/core/contact/contacts', contact, options)
  }

  /** Replaces the fields that are present and keeps the others; `null` clears one. */
  update(contactId: number, contact: ContactInput, options?: RequestOptions): Call<IdResult> {
    return this.#client.put(`/core/contact/contacts/${encodeURIComponent(contactId)}`, contact, options)
  }

  /** Everything known of one contact. */
  get(contactId: number, options?: RequestOptions): Call<ContactDetail> {
    return this.#client.get(`/core/contact/contacts/${encodeURIComponent(contactId)}`, undefined, options)
  }

  /** Searches contacts, by name unless `sortBy` says otherwise. Await it for one page, or iterate over all. */
  search(query?: SearchContactsQuery, options?: RequestOptions): Pages<ContactSummary> {
    return this.#client.search('/core/contact/contacts', query, options)
  }

  /** Deletes a contact. Its texts and its consent record stay. */
  delete(contactId: number, options?: RequestOptions): Call<void> {
    return this.#client.delete(`/core/contact/contacts/${encodeURIComponent(contactId)}`, options)
  }

  /** Puts the contact into exactly these groups, or with `isSelectAllGroup` into all of them. */
  replaceGroups(contactId: number, groups: GroupMembership, options?: RequestOptions): Call<IdResult> {
    return this.#client.put(`/core/contact/contacts/${encodeURIComponent(contactId)}/groups`, groups, options)
  }
}

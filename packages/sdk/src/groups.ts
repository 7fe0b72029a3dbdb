import type { Call } from './call.ts'
import type { Client, PostOptions } from './client.ts'
import type {
  GroupInput,
  GroupMembersChange,
  GroupMembersResult,
  GroupSummary,
  GroupUpdate,
  IdResult,
  SearchGroupsQuery,
} from './contract.generated.ts'
import { members } from './members.generated.ts'
import type { Pages } from './pages.ts'
import type { RequestOptions } from './with-retries.ts'

/** Groups of contacts. */
export class Groups {
  readonly #client: Client

  /** @internal */
  constructor(client: Client) {
    this.#client = client
  }

  /** Creates a group, or returns the id of the one that already has this `externalGroupId`. */
  create(group: GroupInput, options?: PostOptions): Call<IdResult> {
    return this.#client.post('/core/contact/groups', { value: group, members: members.GroupInput }, options)
  }

  /** Searches groups by name. Await it for one page, or iterate over all. */
  search(query?: SearchGroupsQuery, options?: RequestOptions): Pages<GroupSummary> {
    return this.#client.search(
      '/core/contact/groups',
      { value: query, members: members.SearchGroupsQuery },
      options,
    )
  }

  /** Returns one group. */
  get(groupId: number, options?: RequestOptions): Call<GroupSummary> {
    return this.#client.get(`/core/contact/groups/${encodeURIComponent(groupId)}`, undefined, options)
  }

  /** Renames a group. */
  update(groupId: number, group: GroupUpdate, options?: RequestOptions): Call<IdResult> {
    return this.#client.put(
      `/core/contact/groups/${encodeURIComponent(groupId)}`,
      { value: group, members: members.GroupUpdate },
      options,
    )
  }

  /** Adds contacts to the group and removes others, up to 200 each. */
  changeMembers(
    groupId: number,
    change: GroupMembersChange,
    options?: PostOptions,
  ): Call<GroupMembersResult> {
    return this.#client.post(
      `/core/contact/groups/${encodeURIComponent(groupId)}/members`,
      { value: change, members: members.GroupMembersChange },
      options,
    )
  }

  /** Deletes a group. Its contacts are kept. */
  delete(groupId: number, options?: RequestOptions): Call<void> {
    return this.#client.delete(`/core/contact/groups/${encodeURIComponent(groupId)}`, options)
  }
}

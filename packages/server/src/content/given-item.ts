import type { ContentType } from './content-type.ts'

/** An item as a file gives it: nothing is checked yet. */
export interface GivenItem {
  /** Where it stands in its file, for people: line 12, item 3. */
  readonly place: string
  readonly key?: string | undefined
  readonly type?: string | undefined
  /** The type where neither the item nor whoever imports it names one. */
  readonly usualType?: ContentType
  readonly title?: string | undefined
  readonly url?: string | undefined
  readonly summary?: string | undefined
  readonly published?: string | undefined
  /** Why nothing can be made of it, where its reader knows. */
  readonly mistake?: string | undefined
}

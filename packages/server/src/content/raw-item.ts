import type { ContentType } from './content-type.ts'

/** An item as read from a file, not yet checked. */
export interface RawItem {
  /** Its position in the file, for people: line 12, item 3. */
  readonly place: string
  readonly key?: string | undefined
  readonly type?: string | undefined
  /** The type if neither the item nor the import names one. */
  readonly usualType?: ContentType
  readonly title?: string | undefined
  readonly url?: string | undefined
  readonly summary?: string | undefined
  readonly published?: string | undefined
  /** Why it is invalid, if the reader knows. */
  readonly mistake?: string | undefined
}

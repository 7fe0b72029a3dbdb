import type { GivenItem } from '../given-item.ts'

export type ItemField = Exclude<keyof GivenItem, 'place' | 'mistake' | 'usualType'>

/** What people call the fields of an item, in lower case and without anything but letters. */
const names: Readonly<Record<ItemField, readonly string[]>> = {
  key: ['key', 'id', 'guid', 'sourcekey', 'externalid'],
  type: ['type', 'contenttype'],
  title: ['title', 'headline'],
  url: ['url', 'link', 'address'],
  summary: ['summary', 'description', 'text', 'body'],
  published: ['published', 'date', 'datepublished', 'publishedat', 'publishdate'],
}

export function fieldNamed(name: string): ItemField | undefined {
  const wanted = name.replaceAll(/[^a-z]+/gi, '').toLowerCase()
  const fields = Object.keys(names) as ItemField[]
  return fields.find(field => names[field].includes(wanted))
}

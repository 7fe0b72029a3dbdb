import type { RawItem } from '../raw-item.ts'

export type ItemField = Exclude<keyof RawItem, 'place' | 'mistake' | 'usualType'>

/** Accepted names of the fields, in lower case and letters only. */
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

export const contentTypes = ['WebContent', 'Emails', 'SocialPosts', 'Print', 'DownloadContent'] as const
export type ContentType = (typeof contentTypes)[number]

/** Parses a type in any case, with or without spaces: Social Posts is SocialPosts. */
export function contentTypeOf(text: string): ContentType | undefined {
  const wanted = text.replaceAll(/[\s_-]+/g, '').toLowerCase()
  return contentTypes.find(type => type.toLowerCase() === wanted)
}

import sax from 'sax'

/** HTML entities. */
const { ENTITIES: entities } = sax.parser(false)

/** The visible text of HTML. */
export function plainText(html: string): string {
  return html.replaceAll(/<[^<>]*>/g, ' ').replaceAll(/&(#x?[0-9a-f]{1,7}|[a-z][a-z0-9]{1,31});/gi, decode)
}

function decode(whole: string, name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
}

/** Markup that is safe to send. Only `html` and `trusted` make it. */
class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

export type Html = Markup

type Value = string | number | Html | readonly Html[] | false | undefined

/**
 * Markup with values, each escaped unless it is markup itself; false and undefined render nothing. A value may appear only in
 * text and inside a quoted attribute: never in a script, a style or an unquoted attribute.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Markup(parts.reduce((text, part, index) => text + render(values[index - 1]) + part))
}

/** Text of our own files, not escaped. */
export const trusted = (text: string): Html => new Markup(text)

function render(value: Value): string {
  if (value === false || value === undefined) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(render).join('')
  return String(value).replace(/[&<>"'`]/g, character => `&#${character.charCodeAt(0)};`)
}

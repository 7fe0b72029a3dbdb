type Value = string | boolean | readonly string[]
type Section = Readonly<Record<string, Value>>

export interface Unit {
  readonly Unit: Section
  readonly Service?: Section
  readonly Install: Section
}

/** A systemd unit as text. A list repeats its key. */
export function stringify(unit: Unit): string {
  return Object.entries(unit)
    .map(
      ([section, settings]) =>
        `[${section}]\n${Object.entries(settings as Section)
          .flatMap(lines)
          .join('\n')}\n`,
    )
    .join('\n')
}

function lines([key, value]: [string, Value]): string[] {
  if (typeof value === 'string') return [`${key}=${value}`]
  if (typeof value === 'boolean') return [`${key}=${value ? 'yes' : 'no'}`]
  return value.map(each => `${key}=${each}`)
}

/** Who speaks, as a text to a client names them. */
export interface Speaker {
  readonly advisor: string
  readonly firm: string
}

const placeholder = /\{(advisor|firm)\}/g

/**
 * Puts the names in for {advisor} and {firm}. Anything else in braces stays as it is: the lint keeps it from being stored,
 * and rendering never throws, because a STOP is recorded together with its confirmation.
 */
export function renderText(template: string, speaker: Speaker): string {
  // A function, so that $& in a name means nothing; one pass, so that a name that looks like a placeholder stays a name.
  return template.replaceAll(placeholder, (_all, name: keyof Speaker) => speaker[name])
}

/** Names that a text to a client can show. */
export interface Speaker {
  readonly advisor: string
  readonly firm: string
}

const placeholder = /\{(advisor|firm)\}/g

/**
 * Fills in {advisor} and {firm}. Other braces stay as they are: the lint keeps them from being stored, and rendering
 * must never throw, because a STOP is recorded together with its confirmation.
 */
export function renderText(template: string, speaker: Speaker): string {
  // A replacer function, so that $& in a name has no effect. A single pass, so that a name that looks like a
  // placeholder is not expanded.
  return template.replaceAll(placeholder, (_all, name: keyof Speaker) => speaker[name])
}

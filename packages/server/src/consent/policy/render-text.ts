/** Names that a text to a client can show. */
export interface Speaker {
  readonly advisor: string
  readonly firm: string
  /** In the notice of a handover: the advisor before. */
  readonly former?: string
}

const placeholder = /\{(advisor|firm|former)\}/g

/**
 * Fills in {advisor} and {firm}, and {former} where there is one. Other braces stay as they are: the lint keeps them from being stored, and rendering
 * must never throw, because a STOP is recorded together with its confirmation.
 */
export function renderText(template: string, speaker: Speaker): string {
  // A replacer function, so that $& in a name has no effect. A single pass, so that a name that looks like a
  // placeholder is not expanded.
  return template.replaceAll(placeholder, (all, name: keyof Speaker) => speaker[name] ?? all)
}

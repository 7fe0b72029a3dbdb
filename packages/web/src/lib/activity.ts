/** After this long without input, requests are sent as background requests. */
const quietAfterMs = 30_000

let lastInputAt = Date.now()
const note = (): void => {
  lastInputAt = Date.now()
}

export function watchActivity(): void {
  for (const event of ['pointerdown', 'keydown'] as const) {
    window.addEventListener(event, note, { capture: true, passive: true })
  }
}

export const isQuiet = (): boolean => Date.now() - lastInputAt > quietAfterMs

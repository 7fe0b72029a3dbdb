/** After this long without a key or a click, what the page asks for is not the advisor's doing. */
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

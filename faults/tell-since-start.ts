/** Prints what happens with the seconds since it was called. Ctrl+C ends the run, and its processes with it. */
export function tellSinceStart(): (what: string) => void {
  const beganAtMs = performance.now()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  return what => {
    console.log(`${((performance.now() - beganAtMs) / 1_000).toFixed(0).padStart(5)} s  ${what}`)
  }
}

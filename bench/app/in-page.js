// Runs before the page's own code: measures how long an action takes on the screen, and the long tasks meanwhile.
globalThis.bench = (() => {
  let begunAt = 0
  let tasks = []
  let frames = []
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
  // An action starts when the key or button goes down; with several, at the last one.
  for (const kind of ['pointerdown', 'keydown', 'change']) {
    addEventListener(kind, event => (begunAt = event.timeStamp), { capture: true, passive: true })
  }
  /** Timeout of half a minute. */
  const patience = () => {
    const endsAt = performance.now() + 30_000
    return () =>
      new Promise((resolve, reject) => {
        if (performance.now() > endsAt) reject(new Error(`timed out: ${location.href}`))
        else requestAnimationFrame(resolve)
      })
  }
  const rows = () => {
    const cells = [...document.querySelectorAll('tbody tr')]
    return `${cells.at(0)?.textContent}${cells.at(-1)?.textContent}${cells.length}${document.querySelector('main [aria-live]')?.textContent}`
  }
  return {
    rows,
    isFilled: () => document.querySelector('main [aria-busy]')?.getAttribute('aria-busy') === 'false',
    /** Resolves when the condition holds and is painted. */
    async until(isSo) {
      const nextFrame = patience()
      begunAt = 0
      tasks = []
      const isBegun = () => begunAt > 0
      while (!isBegun() || !isSo()) await nextFrame()
      await nextFrame()
      const endedAt = performance.now()
      await new Promise(resolve => setTimeout(resolve, 60)) // long tasks are reported with a small delay
      return {
        tookMs: endedAt - begunAt,
        tasks: tasks.filter(({ startTime }) => startTime >= begunAt - 1).map(({ duration }) => duration),
      }
    },
    /** Measures from the start of the page load. */
    async opened(isSo) {
      const nextFrame = patience()
      while (!isSo()) await nextFrame()
      await nextFrame()
      const endedAt = performance.now()
      await new Promise(resolve => setTimeout(resolve, 60))
      return { tookMs: endedAt, tasks: tasks.map(({ duration }) => duration) }
    },
    watchFrames() {
      frames = []
      tasks = []
      let last = performance.now()
      const look = now => {
        frames?.push(now - last)
        last = now
        if (frames) requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    },
    takeFrames() {
      const taken = { frames: frames.slice(1), tasks: tasks.map(({ duration }) => duration) }
      frames = undefined
      return taken
    },
  }
})()

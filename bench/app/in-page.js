// Runs in the page before anything else of it: how long something took on the screen, and what held the screen up meanwhile.
globalThis.bench = (() => {
  let begunAt = 0
  let tasks = []
  let frames = []
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
  // What somebody does begins when the key or button goes down; of several, with the last one.
  for (const kind of ['pointerdown', 'keydown', 'change']) {
    addEventListener(kind, event => (begunAt = event.timeStamp), { capture: true, passive: true })
  }
  /** What does not come in half a minute does not come. */
  const patience = () => {
    const endsAt = performance.now() + 30_000
    return () =>
      new Promise((resolve, reject) => {
        if (performance.now() > endsAt) reject(new Error(`nothing came of it: ${location.href}`))
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
    /** Until it is so, and painted. */
    async until(isSo) {
      const nextFrame = patience()
      begunAt = 0
      tasks = []
      const isBegun = () => begunAt > 0
      while (!isBegun() || !isSo()) await nextFrame()
      await nextFrame()
      const endedAt = performance.now()
      await new Promise(resolve => setTimeout(resolve, 60)) // long tasks are told a little later
      return {
        tookMs: endedAt - begunAt,
        tasks: tasks.filter(({ startTime }) => startTime >= begunAt - 1).map(({ duration }) => duration),
      }
    },
    /** From the beginning of the page itself. */
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

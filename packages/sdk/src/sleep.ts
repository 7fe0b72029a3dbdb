/** Waits. An abort rejects with the signal's reason. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const time = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await untilAborted(time, signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Settles like the promise, or rejects with the signal's reason if that comes first. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  let abort: (() => void) | undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    if (abort) signal.removeEventListener('abort', abort)
  }
}

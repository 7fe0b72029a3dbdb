import { machineSeconds } from './machine-seconds.ts'

/**
 * For wall-clock limits: how many times slower this machine was because of steal time, while its host ran
 * others. At least 1, at most 10.
 */
export function watchStolenTime(): () => number {
  const before = machineSeconds()
  return () => {
    const now = machineSeconds()
    const all = now.all - before.all
    const stolen = now.stolen - before.stolen
    return all > 0 ? all / Math.max(all - stolen, 0.1 * all) : 1
  }
}

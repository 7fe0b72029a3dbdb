import { InvalidArgumentError } from 'commander'

const secondsPer: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** Parser of an option that takes a duration, such as 24h. Returns seconds. */
export const duration =
  (maxSeconds = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const [, amount, unit] = /^([0-9]{1,9})([smhd])$/.exec(text === '0' ? '0s' : text) ?? []
    const unitSeconds = secondsPer[unit ?? '']
    if (unitSeconds === undefined)
      throw new InvalidArgumentError('Use a number followed by s, m, h or d, such as 24h.')
    const seconds = Number(amount) * unitSeconds
    if (seconds > maxSeconds) throw new InvalidArgumentError(`Must be ${maxSeconds / 86_400}d at most.`)
    return seconds
  }

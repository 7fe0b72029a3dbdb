/** `npm run test:long` sets it to 1, which runs every race the full number of times. */
const wholeShare = process.env['PARLEY_TEST_SHARE']

/** How often to run a race whose full number is `count`. CI runs a share of it. */
export const roundsOf = (count: number, least = 20, gateShare = 0.1): number =>
  Math.max(Math.min(least, count), Math.round(count * Number(wholeShare ?? gateShare)))

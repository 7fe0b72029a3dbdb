import type { LongRun } from './long-run.ts'

const short = (
  name: string,
  folder: string,
  guards: readonly string[],
  more: Partial<LongRun> = {},
): LongRun => ({
  name: `bench: ${name}`,
  ring: 2,
  guards: [...guards, `/bench/${folder}`],
  files: [`bench/${folder}/*.test.ts`],
  isAlone: true,
  ...more,
})

/** Every row of each benchmark, for seconds: that it runs and measures what it says. Figures come from ring 3. */
export const benchmarks: readonly LongRun[] = [
  short('accepting texts', 'accept', ['texting/sending', 'journal', 'identity/access'], {
    packages: ['wrk', 'kannel', 'redis-server'],
  }),
  short('the address book', 'addressbook', ['addressbook']),
  short('the app', 'app', ['advisorapp', 'texting/conversations']),
  short('the overview', 'overview', ['console/overview']),
  short('partitions', 'partitions', ['platform/partitions']),
  short('SMPP', 'smpp', ['carriers', 'platform/smpp'], { packages: ['kannel'] }),
  short('webhooks', 'webhooks', ['webhooks', 'platform/outgoing']),
  { name: 'figures: accepting texts', ring: 3, guards: ['texting/sending', 'journal'], script: 'bench' },
  { name: 'figures: the address book', ring: 3, guards: ['addressbook'], script: 'bench:addressbook' },
  { name: 'figures: the app', ring: 3, guards: ['advisorapp'], script: 'bench:app' },
  { name: 'figures: the overview', ring: 3, guards: ['console/overview'], script: 'bench:overview' },
  { name: 'figures: SMPP', ring: 3, guards: ['carriers', 'platform/smpp'], script: 'bench:smpp' },
  { name: 'figures: webhooks', ring: 3, guards: ['webhooks'], script: 'bench:webhooks' },
]

// Ways to hide a text after a STOP in a bundle that is sealed and witnessed like any other.
import { expect, it } from 'vitest'
import type { Outcome, Report } from '../../src/index.ts'
import { judgeInput } from './judge.ts'
import { exportEntry, type HistoryEntry } from './make-history.ts'
import { honest, inputOf, sealHistory } from './seal-history.ts'

const startMs = Date.parse('2026-11-01T00:00:00Z')
const client = '+12025559999'
const at = (place: number): string => new Date(startMs + place * 60_000).toISOString()

type Draft = (place: number) => HistoryEntry

const act =
  (kind: string, facts: HistoryEntry['facts'], more: Record<string, unknown> = {}): Draft =>
  place => ({
    owner: 0,
    atMs: startMs + place * 60_000,
    head: {
      actor: { kind: 'recipient', memberId: 7 },
      advisorId: 1,
      at: at(place),
      kind,
      subject: { id: 5000 + place, kind: 'message' },
      traceId: null,
      ...more,
    },
    facts,
    isOld: false,
  })

const received = (kind: string, text: string, more = {}): Draft =>
  act('message.received', { classifyInbound: { kind }, from: client, text, to: '+12025550000', ...more })
const accepted = (kind = 'text', to = client): Draft =>
  act('message.accepted', { kind, text: 'One more thing', to }, { actor: { kind: 'advisor' } })
const restored = act(
  'consent.restored',
  { after: 'accepted', before: 'opted_out', phone: client },
  { subject: { id: 7, kind: 'member' } },
)
const optedOut = act(
  'consent.revoked',
  { after: 'opted_out', before: 'accepted', phone: client },
  { subject: { id: 7, kind: 'member' } },
)
const stop = received('stop', 'STOP')

async function judge(...drafts: readonly Draft[]): Promise<Report> {
  const history = drafts.map((draft, place) => draft(place))
  const closed = [...history, exportEntry(0, startMs + drafts.length * 60_000)]
  return judgeInput(inputOf(sealHistory(closed, { ...honest, every: 1 }), 0))
}

async function inOrder(...drafts: readonly Draft[]): Promise<Outcome | undefined> {
  const report = await judge(...drafts)
  expect(report.verdicts.find(({ name }) => name === 'authentic')?.outcome).toBe('proven')
  const outcome = report.verdicts.find(({ name }) => name === 'in order')?.outcome
  expect(report.exitCode).toBe(outcome === 'proven' ? 0 : outcome === 'failed' ? 1 : 2)
  return outcome
}

it('what the service does is in order: one confirmation, an answer to HELP, and texts after a START', async () => {
  const help = received('help', 'HELP')
  const start = received('start', 'START')
  const confirmed = [stop, optedOut, accepted('stop_confirmation')]
  expect(await inOrder(...confirmed, help, accepted('help'), help, accepted('help'))).toBe('proven')
  expect(await inOrder(...confirmed, start, restored, accepted(), ...confirmed)).toBe('proven')
  expect(await inOrder(accepted(), ...confirmed, received('stop', 'Stop it')), 'twice').toBe('proven')
})

it.each(['Stop', ' QUIT. ', 'end', 'REVOKE', 'opt out', 'Opt-Out', 'cancel', 'Unsubscribe!'])(
  'the word %j is a STOP, whatever the service made of it',
  async word => {
    for (const kind of ['other', 'yes', 'start'])
      expect(await inOrder(received(kind, word), accepted())).toBe('failed')
    expect(await inOrder(received('other', `${word} by tomorrow`), accepted())).toBe('proven')
  },
)

it('a STOP is set aside only if a START that was sent later came before it', async () => {
  const start = received('start', 'START', { sentAt: at(60) })
  const late = (sentAt: string, ignored: unknown) => received('stop', 'STOP', { ignored, sentAt })
  const reason = 'older than a START'
  expect(await inOrder(start, late(at(30), reason), accepted())).toBe('proven')
  expect(await inOrder(late(at(30), reason), accepted()), 'no START').toBe('failed')
  expect(await inOrder(start, late(at(90), reason), accepted()), 'newer').toBe('failed')
  for (const other of [null, 'x', 'not newer than the STOP', 'from another carrier'])
    expect(await inOrder(start, late(at(30), other), accepted())).toBe('failed')
})

it('consent is restored only by a START of the number since its STOP', async () => {
  const start = received('start', 'START')
  expect(await inOrder(stop, restored, accepted())).toBe('failed')
  expect(await inOrder(start, stop, restored, accepted()), 'before it').toBe('failed')
  expect(await inOrder(stop, start, stop, restored, accepted()), 'a STOP in between').toBe('failed')
  const setAside = received('start', 'START', { ignored: 'not newer than the STOP' })
  expect(await inOrder(stop, setAside, restored, accepted())).toBe('failed')
  const byOther = received('start', 'START', { from: '+12025558888' })
  expect(await inOrder(stop, byOther, restored, accepted())).toBe('failed')
})

it('a help text needs a HELP, and a confirmation a STOP by text', async () => {
  expect(await inOrder(stop, accepted('help'))).toBe('failed')
  expect(await inOrder(stop, received('help', 'HELP'), accepted('help'), accepted('help'))).toBe('failed')
  expect(await inOrder(optedOut, accepted('stop_confirmation'))).toBe('failed')
  expect(await inOrder(stop, accepted('stop_confirmation'), accepted('stop_confirmation'))).toBe('failed')
})

it('a change to opted out counts also if it does not say so', async () => {
  const quiet = act('consent.revoked', { before: 'accepted', phone: client })
  expect(await inOrder(quiet, accepted())).toBe('failed')
})

it.each([`${client}\u200b`, '+1 2025559999', '2025559999', '+02025559999', 'Ann'])(
  'a text to %j cannot be judged: it may be another writing of a number',
  async to => {
    expect(await inOrder(stop, accepted('text', to))).toBe('not shown')
  },
)

it.each(['message.sent', 'message.accepted\u200b', 'Message.accepted', 'consent.given'])(
  'an entry of the kind %j cannot be judged: the service does not write it',
  async kind => {
    expect(await inOrder(stop, act(kind, { kind: 'text', text: 'x', to: client }))).toBe('not shown')
  },
)

it.each(['submitted', 'delivered', 'retried'])(
  'a text that was %s, and that no entry accepted, is found',
  async name => {
    const facts = { number: '+12025550000', phone: client, text: 'One more thing' }
    const late = (id: number) => act(`message.${name}`, facts, { subject: { id, kind: 'message' } })
    expect(await inOrder(accepted(), late(5000), stop)).toBe('proven')
    expect(await inOrder(stop, late(5999))).toBe('failed')
  },
)

it('a member that is there twice is refused: readers would see different numbers', async () => {
  const twice = `{"kind":"text","text":"One more thing","to":"${client}","to":"+12025557777"}`
  for (const change of [
    { factsText: twice },
    { factsText: `{"kind":"text", "to":"${client}"}` },
    { factsText: `{"to":"${client}","kind":"text"}` },
    { factsText: `{"kind":"text","to":"\\u002b12025559999"}` },
    { factsText: '[]' },
    { headText: '{}' },
    { headText: `{"at":"${at(1)}","kind":"message.accepted","kind":"contact.created"}` },
    { factsText: `${'['.repeat(5000)}${']'.repeat(5000)}` },
  ]) {
    const report = await judge(stop, place => ({ ...accepted()(place), ...change }))
    expect(report.verdicts.find(({ name }) => name === 'authentic')).toMatchObject({
      outcome: 'failed',
      counterExample: { seq: 2 },
      words: expect.stringContaining('RFC 8785'),
    })
    expect(report.exitCode).toBe(1)
  }
})

it('members with names like numbers are in the order of their characters', async () => {
  const facts = { factsText: '{"10":1,"9":2,"a":{"1":1,"b":[]}}' }
  const report = await judge(place => ({ ...act('contact.changed', {})(place), ...facts }))
  expect(report.exitCode).toBe(0)
})

it.each([
  '2026-11-01T14:01:00.000+14:00',
  '2026-11-01T00:01:00Z',
  '2026-11-01T00:01:00.000',
  'Sun, 01 Nov 2026 00:01:00 GMT (in truth in January)',
  '2026-11-01 00:01:00.000Z',
])('the time %j is refused: the service writes one form only', async time => {
  const report = await judge(stop, place => act('contact.created', {}, { at: time })(place))
  expect(report.verdicts.find(({ name }) => name === 'in time')).toMatchObject({
    outcome: 'failed',
    words: 'The entry has no valid time.',
    counterExample: { seq: 2 },
  })
  expect(report.exitCode).toBe(1)
})

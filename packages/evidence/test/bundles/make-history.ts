import { createHash } from 'node:crypto'

/** An entry of the journal, before it is sealed. */
export interface HistoryEntry {
  readonly owner: number
  readonly atMs: number
  readonly head: Readonly<Record<string, unknown>>
  readonly facts: Readonly<Record<string, unknown>>
  /** Head or facts as text, in another form than the service writes. */
  readonly headText?: string
  readonly factsText?: string
  /** From before there were salts. */
  readonly isOld: boolean
}

export interface Shape {
  readonly owners: number
  readonly entries: number
  readonly phones: number
  /** How many of the first entries have no salts. */
  readonly old: number
  readonly startMs: number
  /** Longest time between two entries. */
  readonly pauseMs: number
}

interface Member {
  readonly id: number
  readonly phone: string
  state: 'none' | 'pending' | 'declined' | 'accepted' | 'opted_out'
  hasAccepted: boolean
  version: number
}

type Random = (below: number) => number
type Draft = Pick<HistoryEntry, 'head' | 'facts'>

const texts = [
  'Hello',
  'Can we meet on Tuesday?',
  'Your statement is ready ✅',
  'Merci beaucoup, à demain',
  'ok',
]

/** Texts, replies and changes of consent as the server journals them, of several advisors side by side. */
export function makeHistory(random: Random, shape: Shape): HistoryEntry[] {
  const members = Array.from({ length: shape.owners }, (_, owner) =>
    Array.from(
      { length: shape.phones },
      (_unused, place): Member => ({
        id: 1000 + owner * 100 + place,
        phone: `+1202555${(owner * 100 + place).toString().padStart(4, '0')}`,
        state: 'none',
        hasAccepted: false,
        version: 0,
      }),
    ),
  )
  const entries: HistoryEntry[] = []
  let atMs = shape.startMs
  let messageId = 5000
  while (entries.length < shape.entries) {
    const owner = random(shape.owners)
    const member = members[owner]?.[random(shape.phones)]
    if (!member) continue
    atMs += random(shape.pauseMs) + 1
    const at = new Date(atMs).toISOString()
    const act = (kind: string, subject: object, actor: object, facts: object): Draft => ({
      head: { actor, advisorId: owner + 1, at, kind, subject, traceId: null },
      facts: { ...facts },
    })
    for (const draft of step(member, random, act, () => (messageId += 1)))
      entries.push({ owner, atMs, ...draft, isOld: entries.length < shape.old })
  }
  return entries
}

type Act = (kind: string, subject: object, actor: object, facts: object) => Draft

function step(member: Member, random: Random, act: Act, nextId: () => number): Draft[] {
  const number = '+12025550000'
  const recipient = { kind: 'recipient', memberId: member.id }
  const text = texts[random(texts.length)] ?? ''
  const accepted = (kind: string, body = text): Draft => {
    const facts = {
      consentVersion: member.version,
      from: number,
      kind,
      memberId: member.id,
      policy: { rule: 'test' },
      text: body,
      to: member.phone,
    }
    return act('message.accepted', { id: nextId(), kind: 'message' }, { kind: 'advisor' }, facts)
  }
  const received = (kind: string, body: string): Draft =>
    act('message.received', { id: nextId(), kind: 'message' }, recipient, {
      carrier: 'simulator',
      classifyInbound: { kind },
      from: member.phone,
      memberId: member.id,
      text: body,
      to: number,
    })
  const change = (event: string, after: Member['state'], actor: object = recipient): Draft => {
    const before = member.state
    member.state = after
    member.version += 1
    if (after === 'accepted') member.hasAccepted = true
    return act(`consent.${event}`, { id: member.id, kind: 'member' }, actor, {
      after,
      before,
      evidence: {},
      phone: member.phone,
      version: member.version,
    })
  }
  const stop = (): Draft[] =>
    random(4) === 0
      ? [change('revoked', 'opted_out', { kind: 'operator', name: 'desk' })]
      : [received('stop', 'STOP'), change('revoked', 'opted_out'), accepted('stop_confirmation')]
  const refused = (): Draft =>
    act(
      'message.refused',
      { id: member.id, kind: 'member' },
      { kind: 'advisor' },
      { code: 'opted_out', text, to: member.phone },
    )
  const choice = random(10)
  switch (member.state) {
    case 'none':
      if (choice === 0)
        return [
          act('contact.created', { id: nextId(), kind: 'contact' }, { kind: 'advisor' }, { name: 'Ann' }),
        ]
      return choice === 1
        ? stop()
        : [change('requested', 'pending', { kind: 'advisor' }), accepted('consent_request')]
    case 'pending':
    case 'declined':
      if (choice < 7)
        return [received('yes', 'Yes'), change('accepted', 'accepted'), accepted('opt_in_confirmation')]
      return choice === 7 && member.state === 'pending'
        ? [received('no', 'No'), change('declined', 'declined')]
        : stop()
    case 'accepted':
      return choice === 0 ? stop() : choice === 1 ? [received('other', text)] : [accepted('text')]
    case 'opted_out':
      if (choice < 2) {
        const after = member.hasAccepted ? 'accepted' : 'none'
        return [received('start', 'START'), change('restored', after)]
      }
      if (choice === 2) return [received('help', 'HELP'), accepted('help')]
      return [refused()]
  }
}

/** The entry that an export writes. */
export const exportEntry = (owner: number, atMs: number): HistoryEntry => ({
  owner,
  atMs,
  head: {
    actor: { kind: 'operator', name: 'auditor' },
    advisorId: owner + 1,
    at: new Date(atMs).toISOString(),
    kind: 'evidence.exported',
    subject: { id: owner + 1, kind: 'advisor' },
    traceId: null,
  },
  facts: { by: 'auditor@example.com', from: null, number: null, owner: `Advisor ${owner + 1}`, to: null },
  isOld: false,
})

/** Bytes that look random and are the same in every run. */
export const bytesFrom = (name: string, length: number): Uint8Array =>
  new Uint8Array(createHash('sha256').update(name).digest().subarray(0, length))

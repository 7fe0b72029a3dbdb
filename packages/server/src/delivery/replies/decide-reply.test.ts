import { describe, expect, it } from 'vitest'
import type { ConsentState } from '../../consent/consent.ts'
import type { Reply } from '../../consent/replies/classify-reply.ts'
import { decideReply } from './decide-reply.ts'

const now = new Date('2026-11-15T12:00:00Z')
const before = new Date(now.getTime() - 1_000)
const after = new Date(now.getTime() + 1_000)

const stop: Reply = { kind: 'stop', basis: 'keyword', matched: 'stop' }
const start: Reply = { kind: 'start', matched: 'start' }
const yes: Reply = { kind: 'yes', matched: 'yes' }
const no: Reply = { kind: 'no', matched: 'no' }
const help: Reply = { kind: 'help', matched: 'help' }
const other: Reply = { kind: 'other' }

const situation = (consent: ConsentState, more: object = {}) => ({
  consent,
  hasAccepted: consent === 'accepted',
  isGuided: false,
  stoppedAt: null,
  startedAt: null,
  consentChangedAt: before,
  at: new Date(now.getTime() + 60_000),
  isForeign: false,
  ...more,
})

const outcome = (...args: Parameters<typeof decideReply>): (string | undefined)[] => {
  const { transition, answer, ignored } = decideReply(...args)
  return [transition?.event, answer, ignored]
}

describe('a STOP', () => {
  it('is confirmed once, and a second one is not', () => {
    for (const state of ['none', 'pending', 'accepted'] as const) {
      expect(outcome(situation(state), stop, now)).toEqual(['revoked', 'stop_confirmation', undefined])
    }
    expect(outcome(situation('opted_out'), stop, now)).toEqual([undefined, undefined, undefined])
  })

  it('counts unless a START was sent after it', () => {
    const restored = (startedAt: Date) => situation('accepted', { startedAt })
    expect(outcome(restored(after), stop, now)).toEqual([undefined, undefined, 'older than a START'])
    expect(outcome(restored(now), stop, now)[0]).toBe('revoked')
    expect(outcome(restored(before), stop, now)[0]).toBe('revoked')
  })

  it('counts if the START is dated in the future: a clock was wrong and the order is unknown', () => {
    const restored = situation('accepted', { startedAt: after, at: now })
    expect(outcome(restored, stop, now)[0]).toBe('revoked')
  })
})

describe('a START', () => {
  it('undoes only a STOP sent before it', () => {
    const stopped = (stoppedAt: Date) => situation('opted_out', { hasAccepted: true, stoppedAt })
    expect(outcome(stopped(before), start, now)).toEqual(['restored', 'opt_in_confirmation', undefined])
    expect(outcome(stopped(now), start, now)).toEqual([undefined, undefined, 'not newer than the STOP'])
    expect(outcome(stopped(after), start, now)).toEqual([undefined, undefined, 'not newer than the STOP'])
  })

  it('agrees while a request is open', () => {
    expect(outcome(situation('pending'), start, now)).toEqual(['accepted', 'opt_in_confirmation', undefined])
  })

  it('is not confirmed if nothing was agreed to before the STOP', () => {
    const stopped = situation('opted_out', { stoppedAt: before })
    expect(outcome(stopped, start, now)).toEqual(['restored', undefined, undefined])
  })
})

describe('while a request is open', () => {
  it('YES accepts and is confirmed, once; NO declines and is not answered', () => {
    expect(outcome(situation('pending'), yes, now)).toEqual(['accepted', 'opt_in_confirmation', undefined])
    expect(outcome(situation('accepted'), yes, now)).toEqual([undefined, undefined, undefined])
    expect(outcome(situation('pending'), no, now)).toEqual(['declined', undefined, undefined])
  })

  it('a reply written before the request does not answer it', () => {
    const asked = situation('pending', { consentChangedAt: new Date(now.getTime() + 61_000) })
    for (const reply of [yes, start]) {
      expect(outcome(asked, reply, now)).toEqual([undefined, undefined, 'older than the request'])
    }
    // A small clock skew is allowed.
    const justAsked = situation('pending', { consentChangedAt: after })
    expect(outcome(justAsked, yes, now)[0]).toBe('accepted')
  })

  it('anything else gets guidance, once', () => {
    expect(outcome(situation('pending'), other, now)).toEqual([undefined, 'guidance', undefined])
    expect(outcome(situation('pending', { isGuided: true }), other, now)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

it('YES and NO are ordinary replies without a request', () => {
  for (const state of ['none', 'accepted', 'opted_out'] as const) {
    for (const reply of [yes, no, other]) {
      expect(outcome(situation(state), reply, now)).toEqual([undefined, undefined, undefined])
    }
  }
})

it('HELP is answered in every state', () => {
  for (const state of ['none', 'pending', 'accepted', 'opted_out'] as const) {
    expect(outcome(situation(state), help, now)).toEqual([undefined, 'help', undefined])
  }
})

import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keyedHash } from '../../secret-key/keyed-hash.ts'
import type { SecretKeys } from '../../secret-key/secret-keys.ts'
import { createCookie } from '../../sessions/cookie.ts'

export interface KnownDevices {
  /** Identifies this browser for the advisor, if the advisor has signed in with it before. */
  nameFor(request: FastifyRequest, advisorId: number): string | undefined
  /** Records that the advisor has signed in with this browser. */
  remember(request: FastifyRequest, reply: FastifyReply, advisorId: number): void
}

const lifeSeconds = 365 * 86_400
/** Several people may use one browser. */
const advisorsMax = 5

/**
 * A cookie that proves that an advisor has signed in with this browser before. It grants no access. It gives the browser its
 * own failure count, so that password guessing by others cannot lock the advisor out. It contains a random number and a proof
 * for each advisor, so it reveals no identity.
 */
export function createKnownDevices(keys: SecretKeys, publicOrigin: string): KnownDevices {
  const cookie = createCookie('device', publicOrigin)
  const hash = keyedHash(keys, 'known devices')
  /** That of the current key first. */
  const proofsOf = (device: string, advisorId: number): string[] =>
    hash(`${device} ${advisorId}`).map(each => each.subarray(0, 16).toString('base64url'))
  const read = (request: FastifyRequest): { device: string; proofs: string[] } | undefined => {
    const value = cookie.read(request)
    if (value === undefined || !/^[\w-]{22}(\.[\w-]{22}){1,5}$/.test(value)) return undefined
    const [device = '', ...proofs] = value.split('.')
    return { device, proofs }
  }
  return {
    nameFor: (request, advisorId) => {
      const held = read(request)
      if (!held) return undefined
      const valid = proofsOf(held.device, advisorId)
      return held.proofs.some(one => valid.some(proof => isSame(one, proof))) ? held.device : undefined
    },
    remember: (request, reply, advisorId) => {
      const { device, proofs } = read(request) ?? {
        device: randomBytes(16).toString('base64url'),
        proofs: [],
      }
      const [proof = '', ...former] = proofsOf(device, advisorId)
      const others = proofs.filter(one => one !== proof && !former.includes(one))
      cookie.set(reply, [device, proof, ...others.slice(0, advisorsMax - 1)].join('.'), lifeSeconds)
    },
  }
}

const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other))

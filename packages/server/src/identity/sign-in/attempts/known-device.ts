import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keyedHash } from '../../secret-key/keyed-hash.ts'
import type { SecretKeys } from '../../secret-key/secret-keys.ts'
import { createCookie } from '../../sessions/cookie.ts'

export interface KnownDevices {
  /** Identifies this browser for the person, if they have signed in with it before. */
  nameFor(request: FastifyRequest, personId: number): string | undefined
  /** Records that the person has signed in with this browser. */
  remember(request: FastifyRequest, reply: FastifyReply, personId: number): void
}

const lifeSeconds = 365 * 86_400
/** Several people may use one browser. */
const peopleMax = 5

/**
 * A cookie that proves that a person has signed in with this browser before. It grants no access. It gives the browser its
 * own failure count, so that password guessing by others cannot lock that person out. It contains a random number and a proof
 * for each person, so it reveals no identity.
 */
export function createKnownDevices(keys: SecretKeys, publicOrigin: string): KnownDevices {
  // Also read when the provider of a firm leads back to us.
  const cookie = createCookie('device', publicOrigin, 'Lax')
  const hash = keyedHash(keys, 'known devices')
  /** That of the current key first. */
  const proofsOf = (device: string, personId: number): string[] =>
    hash(`${device} ${personId}`).map(each => each.subarray(0, 16).toString('base64url'))
  const read = (request: FastifyRequest): { device: string; proofs: string[] } | undefined => {
    const value = cookie.read(request)
    if (value === undefined || !/^[\w-]{22}(\.[\w-]{22}){1,5}$/.test(value)) return undefined
    const [device = '', ...proofs] = value.split('.')
    return { device, proofs }
  }
  return {
    nameFor: (request, personId) => {
      const held = read(request)
      if (!held) return undefined
      const valid = proofsOf(held.device, personId)
      return held.proofs.some(one => valid.some(proof => isSame(one, proof))) ? held.device : undefined
    },
    remember: (request, reply, personId) => {
      const { device, proofs } = read(request) ?? {
        device: randomBytes(16).toString('base64url'),
        proofs: [],
      }
      const [proof = '', ...former] = proofsOf(device, personId)
      const others = proofs.filter(one => one !== proof && !former.includes(one))
      cookie.set(reply, [device, proof, ...others.slice(0, peopleMax - 1)].join('.'), lifeSeconds)
    },
  }
}

const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other))

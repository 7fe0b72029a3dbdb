import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

type Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. A hash names its own cost, so this may rise later. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

const derive = promisify(argon2)

/** An argon2id hash in PHC form, with its own salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await tagOf(password, salt, cost, tagBytes)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/**
 * Whether the hash is of this password. Without a hash the result is false after the same work: the time does not reveal
 * whether an account or a password exists.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const { salt, tag, ...hashCost } = hash === null ? nobody : parsePhc(hash)
  const given = await tagOf(password, salt, hashCost, tag.length)
  return timingSafeEqual(given, tag) && hash !== null
}

const nobody = { ...cost, salt: Buffer.alloc(saltBytes), tag: Buffer.alloc(tagBytes) }

/** The same password typed on two keyboards may have different code points, hence NFKC. */
function tagOf(password: string, salt: Buffer, { memory, passes, parallelism }: Cost, tagLength: number) {
  const message = password.normalize('NFKC')
  return derive('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength })
}

const phc =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<lanes>\d+)\$(?<salt>[\w+/-]+)\$(?<tag>[\w+/-]+)$/

function parsePhc(hash: string): typeof nobody {
  const parts = phc.exec(hash)?.groups
  if (!parts) throw new Error('A stored password hash is not argon2id in PHC form')
  return {
    memory: Number(parts['memory']),
    passes: Number(parts['passes']),
    parallelism: Number(parts['lanes']),
    salt: Buffer.from(parts['salt'] ?? '', 'base64'),
    tag: Buffer.from(parts['tag'] ?? '', 'base64'),
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

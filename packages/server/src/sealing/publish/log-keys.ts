import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseSignerKey, printSignerKey, type Signer } from '@parley/evidence'
import { writeDurably } from '../../platform/files/write-durably.ts'
import { readIfThere } from './read-if-there.ts'

/** The keys of a log: one that every witness and tool knows, and one that a quantum computer does not break. */
export interface LogKeys {
  readonly ed25519: Signer
  readonly mlDsa44: Signer
}

const seedBytes = 32

/** Undefined if there is no such file. */
export async function loadKeys(path: string, origin: string): Promise<LogKeys | undefined> {
  const text = (await readIfThere(path))?.toString('utf8')
  if (text === undefined) return undefined
  const signers = text
    .split('\n')
    .filter(line => line !== '')
    .map(parseSignerKey)
  const find = (type: Signer['key']['type']): Signer => {
    const signer = signers.find(({ key }) => key.type === type && key.name === origin)
    if (!signer) throw new Error(`${path} has no key of type ${type} for the log ${origin}`)
    return signer
  }
  return { ed25519: find('ed25519'), mlDsa44: find('ml-dsa-44-cosignature') }
}

export async function createKeys(path: string, origin: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const lines = (['ed25519', 'ml-dsa-44-cosignature'] as const).map(type =>
    printSignerKey(origin, type, randomBytes(seedBytes)),
  )
  await writeDurably(path, `${lines.join('\n')}\n`, 0o600)
}

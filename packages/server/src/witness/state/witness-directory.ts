import { randomBytes } from 'node:crypto'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FormatError, parseSignerKey, printSignerKey, type Signer } from '@parley/evidence'
import { syncDirectory, writeDurably } from '../../platform/files/write-durably.ts'
import { Problem } from '../../platform/problem/problem.ts'

/** Keys of a witness. Each has its own meaning, so each has its own name. */
export interface WitnessKeys {
  /** "The log only ever grew." */
  readonly witness: Signer
  /** "And every chain in it is without gap or fork up to here." */
  readonly audit: Signer
}

const keyFiles = { witness: 'witness.key', audit: 'audit.key' }

/** Creates the directory with new keys. The witness is known by them, so they are never replaced. */
export async function createDirectory(directory: string, name: string): Promise<WitnessKeys> {
  const [witness, audit] = [newKey(name), newKey(`${name}/audit`)]
  await mkdir(join(directory, 'logs'), { recursive: true, mode: 0o700 })
  await mkdir(join(directory, 'evidence'), { recursive: true, mode: 0o700 })
  if (await exists(join(directory, keyFiles.witness)))
    throw new Problem('conflict', `${directory} already has a witness. Choose another directory.`)
  await writeDurably(join(directory, keyFiles.audit), `${audit}\n`, 0o600)
  // The last file: an interrupted creation can be repeated.
  await writeDurably(join(directory, keyFiles.witness), `${witness}\n`, 0o600)
  await syncDirectory(directory)
  return readKeys(directory)
}

function newKey(name: string): string {
  try {
    return printSignerKey(name, 'ed25519-cosignature', randomBytes(32))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Problem(
      'invalid_request',
      'A witness name has no spaces and plus signs. Use a domain of yours, such as witness.example.com.',
    )
  }
}

export async function readKeys(directory: string): Promise<WitnessKeys> {
  return {
    witness: await readKey(join(directory, keyFiles.witness)),
    audit: await readKey(join(directory, keyFiles.audit)),
  }
}

async function readKey(path: string): Promise<Signer> {
  if (!(await exists(path)))
    throw new Problem('not_found', `There is no ${path}. To create a witness: parley witness init`)
  const { mode } = await stat(path)
  if ((mode & 0o077) !== 0)
    throw new Problem('conflict', `${path} can be read by other users. Run: chmod 600 ${path}`)
  try {
    return parseSignerKey((await readFile(path, 'utf8')).trim())
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new Problem('conflict', `${path} is damaged. ${error.message} Restore it from a backup.`)
  }
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )

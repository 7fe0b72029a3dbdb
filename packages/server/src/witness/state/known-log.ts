import { hash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FormatError, parseVerifierKey, printVerifierKey, type VerifierKey } from '@parley/evidence'
import { syncDirectory, writeDurably } from '../../platform/files/write-durably.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { checkpointFiles, noCheckpoint } from './checkpoint-files.ts'
import { exists } from './witness-directory.ts'

/** A log that the operator of the witness has added. */
export interface KnownLog {
  readonly origin: string
  readonly keys: readonly VerifierKey[]
  /** Where its tiles are. Without it the log is not audited. */
  readonly url: string | undefined
  /** SHA-256 of the origin in hex: the name of its folder, and its path in the monitoring interface. */
  readonly id: string
  readonly folder: string
}

interface NewLog {
  readonly origin: string
  readonly keys: readonly string[]
  readonly url: string | undefined
}

const settingsFile = 'log.json'
const logsFolder = (directory: string): string => join(directory, 'logs')
const logIdOf = (origin: string): string => hash('sha256', origin)

/**
 * The folder appears with all its files in one step, so a running witness can use the log at once, and a file that is missing
 * later was lost.
 */
export async function addKnownLog(directory: string, { origin, keys, url }: NewLog): Promise<KnownLog> {
  if (!(await exists(logsFolder(directory))))
    throw new Problem('not_found', `${directory} has no witness. To create one: parley witness init`)
  if (origin === '' || /\p{Cc}/u.test(origin))
    throw new Problem('invalid_request', 'An origin is one line of text, such as log.example.com/cell-1.')
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Problem('invalid_request', 'The address of the log starts with https:// or http://.')
  const settings = { origin, keys: keys.map(key => printVerifierKey(parseKey(key))), url }
  const folder = join(logsFolder(directory), logIdOf(origin))
  if (await exists(folder)) throw new Problem('conflict', `The witness already knows the log ${origin}.`)
  const draft = `${folder}.${randomUUID()}`
  await mkdir(draft, { mode: 0o700 })
  try {
    await writeDurably(join(draft, settingsFile), `${JSON.stringify(settings, null, 2)}\n`)
    for (const file of Object.values(checkpointFiles)) await writeDurably(join(draft, file), noCheckpoint)
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  await syncDirectory(logsFolder(directory))
  return readKnownLog(directory, logIdOf(origin))
}

function parseKey(text: string): VerifierKey {
  try {
    return parseVerifierKey(text)
  } catch (error) {
    if (error instanceof FormatError) throw new Problem('invalid_request', error.message)
    throw error
  }
}

export async function listKnownLogs(directory: string): Promise<KnownLog[]> {
  if (!(await exists(logsFolder(directory))))
    throw new Problem('conflict', `${logsFolder(directory)} is missing. Restore it from a copy of the disk.`)
  const names = await readdir(logsFolder(directory))
  return Promise.all(names.filter(isLogId).map(id => readKnownLog(directory, id)))
}

const isLogId = (name: string): boolean => /^[0-9a-f]{64}$/.test(name)

export async function findKnownLog(directory: string, origin: string): Promise<KnownLog | undefined> {
  const id = logIdOf(origin)
  return (await exists(join(logsFolder(directory), id))) ? readKnownLog(directory, id) : undefined
}

async function readKnownLog(directory: string, id: string): Promise<KnownLog> {
  const folder = join(logsFolder(directory), id)
  const path = join(folder, settingsFile)
  try {
    const settings = JSON.parse(await readFile(path, 'utf8')) as NewLog
    if (logIdOf(settings.origin) !== id || settings.keys.length === 0) throw new FormatError('Wrong content.')
    const keys = settings.keys.map(parseVerifierKey)
    return { origin: settings.origin, keys, url: settings.url, id, folder }
  } catch (error) {
    throw new Problem('conflict', `${path} is missing or damaged. Restore it from a backup.`, {
      cause: error,
    })
  }
}

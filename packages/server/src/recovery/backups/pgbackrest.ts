import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Problem } from '../../platform/problem/problem.ts'

const run = promisify(execFile)
const outputMax = 64 * 1024 * 1024

/** How pgBackRest finds the backups of this database. */
export interface BackupTool {
  readonly stanza: string
  /** Undefined: pgBackRest's usual one. */
  readonly configFile?: string | undefined
}

export interface Backup {
  readonly label: string
  readonly kind: 'full' | 'diff' | 'incr'
  readonly finishedAt: Date
  readonly databaseBytes: number
  readonly isDamaged: boolean
}

interface Info {
  readonly status: { readonly code: number; readonly message: string }
  readonly backup?: readonly {
    readonly label: string
    readonly type: Backup['kind']
    readonly timestamp: { readonly stop: number }
    readonly info: { readonly size: number }
    readonly error?: boolean | null
  }[]
}

/** All backups of the stanza, oldest first. */
export async function listBackups(tool: BackupTool): Promise<Backup[]> {
  const text = await callTool(tool, ['--output=json', 'info'])
  const [info] = JSON.parse(text) as readonly Info[]
  return (info?.backup ?? []).map(({ label, type, timestamp, info: { size }, error }) => ({
    label,
    kind: type,
    finishedAt: new Date(timestamp.stop * 1_000),
    databaseBytes: size,
    isDamaged: error === true,
  }))
}

interface Restore {
  readonly folder: string
  readonly receiverFolder?: string | undefined
  readonly signal: AbortSignal
}

/** Puts the newest backup into an empty folder, ready to replay all write-ahead log that is to be had. */
export async function restoreNewest(
  tool: BackupTool,
  { folder, receiverFolder, signal }: Restore,
): Promise<void> {
  const args = [
    `--pg1-path=${folder}`,
    '--type=default',
    '--archive-mode=off',
    ...(receiverFolder === undefined
      ? []
      : [`--recovery-option=restore_command=${restoreCommand(tool, folder, receiverFolder)}`]),
    'restore',
  ]
  await callTool(tool, args, signal)
}

/** The receiver has what was not archived yet, and of the segment under way a file that ends with .partial. */
function restoreCommand(tool: BackupTool, folder: string, receiverFolder: string): string {
  if (!/^\/[\w./-]+$/.test(receiverFolder)) {
    throw new Problem(
      'invalid_request',
      'The receiver’s folder must be an absolute path of plain characters.',
    )
  }
  // Without the path, pgBackRest would put the file into the database that is in use.
  const get = ['pgbackrest', ...argumentsOf(tool), `--pg1-path=${folder}`, 'archive-get', '%f', '"%p"'].join(
    ' ',
  )
  const copy = (name: string): string => `cp "${receiverFolder}/${name}" "%p"`
  return `${get} || ${copy('%f')} || ${copy('%f.partial')}`
}

const argumentsOf = ({ stanza, configFile }: BackupTool): string[] => [
  `--stanza=${stanza}`,
  ...(configFile === undefined ? [] : [`--config=${configFile}`]),
]

async function callTool(tool: BackupTool, args: readonly string[], signal?: AbortSignal): Promise<string> {
  try {
    const { stdout } = await run('pgbackrest', [...argumentsOf(tool), '--log-level-console=error', ...args], {
      maxBuffer: outputMax,
      signal,
    })
    return stdout
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string }
    if (code === 'ENOENT') throw new Problem('not_found', 'pgbackrest is not installed here.')
    const said = `${stdout}${stderr}`.trim().split('\n').slice(-3).join(' ')
    throw new Problem('downstream_unavailable', `pgBackRest failed: ${said}`)
  }
}

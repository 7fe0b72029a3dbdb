import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

const file = '.parley/listen.json'

interface PositionFile {
  readonly load: () => Promise<string | undefined>
  readonly save: (cursor: string) => Promise<void>
}

/** Where forwarding stopped, for each installation, reader and receiver. Kept in this folder. */
export function positionFile(key: string): PositionFile {
  const readAll = async (): Promise<Record<string, string>> => {
    const text = await readFile(file, 'utf8').catch(() => '{}')
    try {
      return JSON.parse(text) as Record<string, string>
    } catch {
      return {}
    }
  }
  return {
    load: async () => (await readAll())[key],
    save: async cursor => {
      const positions = { ...(await readAll()), [key]: cursor }
      await mkdir(dirname(file), { recursive: true })
      // Renamed, so that a crash leaves the old file or the new one.
      await writeFile(`${file}.${process.pid}`, `${JSON.stringify(positions, null, 2)}\n`, { mode: 0o600 })
      await rename(`${file}.${process.pid}`, file)
    },
  }
}

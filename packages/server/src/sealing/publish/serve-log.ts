import { parseCheckpoint, parseTilePath, type Tile, tileWidth } from '@parley/evidence'
import type { HttpServer } from '../../platform/http/server.ts'
import { nothingHere } from '../../platform/problem/nothing-here.ts'
import { LogDirectory } from './log-directory.ts'

/** Serves the published log at /log/…, as c2sp.org/tlog-tiles says. It contains nothing but hashes and random tags. */
export function serveLog(app: HttpServer, path: string): void {
  const directory = new LogDirectory(path)

  const texts = {
    checkpoint: () => directory.readCheckpoint(),
    witnessed: () => directory.readWitnessed(),
    'policy.txt': () => directory.readPolicy(),
  }
  for (const [name, read] of Object.entries(texts)) {
    app.get(`/log/${name}`, async (_request, reply) => {
      const text = await read()
      if (!text) throw nothingHere()
      return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(text)
    })
  }

  app.get<{ Params: { name: string } }>('/log/timestamps/:name', async ({ params: { name } }, reply) => {
    const bytes = /^\d{1,16}\.(?:note|tsr)$/.test(name) && (await directory.readTimestamp(name))
    if (!bytes) throw nothingHere()
    return reply
      .type(name.endsWith('.tsr') ? 'application/timestamp-reply' : 'text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(bytes)
  })

  app.get<{ Params: { '*': string } }>('/log/tile/*', async ({ params }, reply) => {
    const tile = tileAt(`tile/${params['*']}`)
    const bytes = tile && (await isSigned(directory, tile)) && (await directory.readTile(tile))
    if (!bytes) throw nothingHere()
    return reply
      .type('application/octet-stream')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(bytes)
  })
}

/** A tile beyond the checkpoint may still be written again with other content, and caches would keep it for ever. */
async function isSigned(directory: LogDirectory, { level, index, width }: Tile): Promise<boolean> {
  const note = await directory.readCheckpoint()
  const leaves = (index * tileWidth + width) * (level === 'entries' ? 1 : tileWidth ** level)
  return note !== undefined && leaves <= parseCheckpoint(note).head.size
}

function tileAt(path: string): Tile | undefined {
  try {
    return parseTilePath(path)
  } catch {
    return undefined
  }
}

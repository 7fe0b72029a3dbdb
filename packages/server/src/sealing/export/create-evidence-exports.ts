import { Readable } from 'node:stream'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type EvidenceRequest, exportEvidence } from './export-evidence.ts'

interface EvidenceExports {
  /** The bundle as a stream. Resolves with its first bytes, when the export is sealed; later failures are stream errors. */
  open(request: EvidenceRequest): Promise<Readable>
}

interface ExportLimits {
  /** In the process, from the request until the client has the last byte. */
  readonly openMax: number
  /** A client that takes nothing for so long loses its download: others may be waiting for its place. */
  readonly stalledMsMax: number
  readonly exportMsMax: number
}

const defaultLimits: ExportLimits = { openMax: 4, stalledMsMax: 30_000, exportMsMax: 15 * 60_000 }

/** Exports over HTTP: one at a time for an advisor, and a few in a process. The client's speed is that of the export. */
export function createEvidenceExports(
  database: Database,
  publishedAt: string,
  { openMax, stalledMsMax, exportMsMax } = defaultLimits,
): EvidenceExports {
  const advisors = new Set<number>()

  async function open(request: EvidenceRequest): Promise<Readable> {
    const { id } = request.advisor
    if (advisors.has(id))
      throw new Problem(
        'rate_limited',
        'Another proof of yours is not finished. Wait for its download, or cancel it.',
        { headers: { 'retry-after': '10' } },
      )
    if (advisors.size >= openMax)
      throw new Problem('downstream_unavailable', 'Too many proofs are being made. Try again in a minute.')
    advisors.add(id)
    try {
      const bundle = exportEvidence(database, publishedAt, request)
      const first = await bundle.next()
      const file: Readable = Readable.from(pieces(first, bundle, taken), { objectMode: false })
      const stop = (): Readable => file.destroy(new Error('download took too long'))
      const [total, stalled] = [setTimeout(stop, exportMsMax), setTimeout(stop, stalledMsMax)]
      function taken(): void {
        stalled.refresh()
      }
      file.once('close', () => {
        clearTimeout(total)
        clearTimeout(stalled)
        advisors.delete(id)
      })
      return file
    } catch (error) {
      advisors.delete(id)
      throw error
    }
  }

  return { open }
}

async function* pieces(
  first: IteratorResult<Uint8Array, void>,
  rest: AsyncGenerator<Uint8Array, void>,
  onTaken: () => void,
): AsyncGenerator<Uint8Array, void> {
  try {
    for (let piece = first; !piece.done; piece = await rest.next()) {
      yield piece.value
      onTaken()
    }
  } finally {
    await rest.return()
  }
}

import type { Database } from '../platform/db/pool.ts'
import { importContent } from './import-content.ts'
import type { RawItem } from './raw-item.ts'
import { seedItems } from './seed-items.ts'

/** One in this many items belongs to a firm. */
const firmItemEvery = 8

/**
 * The sandbox's library: 200 items, most for everyone and the others for these firms in turn. The same on every machine.
 * Existing items are not changed.
 */
export async function seedContent(database: Database, firmIds: readonly number[]): Promise<void> {
  const audiences = new Map<number | undefined, RawItem[]>()
  seedItems().forEach((item, index) => {
    const turn = index % firmItemEvery === firmItemEvery - 1 ? Math.floor(index / firmItemEvery) : undefined
    const firmId = turn === undefined ? undefined : firmIds[turn % firmIds.length]
    audiences.set(firmId, [...(audiences.get(firmId) ?? []), item])
  })
  for (const [firmId, items] of audiences) {
    const { refusals } = await importContent(database, { firmId, items })
    if (refusals[0]) throw new Error(`A seeded item ${refusals[0].place} ${refusals[0].reason}`)
  }
}

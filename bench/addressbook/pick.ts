import type { SeededRandom } from '../../packages/server/src/platform/random/seeded-random.ts'

const steps = 1 << 24

/** The first are picked far more often than the last. */
export function pickSkewed<Item>(items: readonly Item[], random: SeededRandom): Item {
  const share = (random(steps) / steps) ** 2
  return items[Math.floor(share * items.length)] as Item
}

export const pick = <Item>(items: readonly Item[], random: SeededRandom): Item =>
  items[random(items.length)] as Item

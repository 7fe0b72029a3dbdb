import type { Dice } from '../../packages/server/src/addressbook/create-dice.ts'

const steps = 1 << 24

/** The first are picked far more often than the last. */
export function pickSkewed<Item>(items: readonly Item[], roll: Dice): Item {
  const share = (roll(steps) / steps) ** 2
  return items[Math.floor(share * items.length)] as Item
}

export const pick = <Item>(items: readonly Item[], roll: Dice): Item => items[roll(items.length)] as Item

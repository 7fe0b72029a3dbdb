/** Every third phrase was held out while the rules were tuned on the others. */
export function splitCorpus(phrases: readonly string[]): { tuning: string[]; heldOut: string[] } {
  return {
    tuning: phrases.filter((_, position) => position % 3 !== 2),
    heldOut: phrases.filter((_, position) => position % 3 === 2),
  }
}

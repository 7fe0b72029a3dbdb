import { limits } from '../../lib/contract.ts'

/** Characters as the service counts them, not UTF-16 code units. */
export const charactersOver = (text: string): number => [...text.trim()].length - limits.textCharacters

export const isTooLong = (text: string): boolean => charactersOver(text) > 0

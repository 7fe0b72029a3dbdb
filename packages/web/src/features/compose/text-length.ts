import { limits } from '../../lib/contract.ts'

/** As the service counts: UTF-16 code units, white space included. */
export const charactersOver = (text: string): number => text.length - limits.textCodeUnits

export const isTooLong = (text: string): boolean => charactersOver(text) > 0

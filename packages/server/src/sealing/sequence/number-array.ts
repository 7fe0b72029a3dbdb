export type NumberArray = string

/** Integers as one array parameter. Given an array, the driver quotes and escapes each of them, which takes a microsecond. */
export const numberArray = (numbers: readonly number[]): NumberArray => `{${numbers.join(',')}}`

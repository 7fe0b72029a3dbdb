declare const named: unique symbol

/** One property of many rows, as an array parameter. Its name is part of the type, so a swapped column does not compile. */
export type Column<Name extends PropertyKey, Value> = readonly Value[] & { readonly [named]?: Name }

type Columns<Row, Keys extends readonly (keyof Row)[]> = {
  -readonly [Index in keyof Keys]: Column<Keys[Index], Row[Keys[Index]]>
}

/** Transposes rows into the array parameters of a statement that takes many rows at once. */
export function columns<Row extends object, const Keys extends readonly (keyof Row)[]>(
  rows: readonly Row[],
  ...keys: Keys
): Columns<Row, Keys> {
  return keys.map(key => rows.map(row => row[key])) as Columns<Row, Keys>
}

/** A row or value that can be missing only because of a bug. */
export function required<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`${what} is missing`)
  return value
}

/** The row of a statement that always returns one. */
export const firstRow = <Row>(rows: readonly Row[], what: string): Row => required(rows[0], what)

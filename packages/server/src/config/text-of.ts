import { readFileSync } from 'node:fs'
import { Mistake } from './config-values.ts'
import type { Setting } from './setting.ts'

export type Variables = Readonly<Record<string, string | undefined>>

/** NAME holds the value; NAME_FILE names a file with it, for mounted secrets. */
export function textOf({ variable, fallback }: Setting<unknown>, variables: Variables): string | undefined {
  const value = variables[variable]
  const file = variables[`${variable}_FILE`]
  if (file === undefined) return value ?? fallback
  if (value !== undefined) throw new Mistake(`and ${variable}_FILE are both set; set only one`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new Mistake(`cannot be read from the file that ${variable}_FILE names`)
  }
}

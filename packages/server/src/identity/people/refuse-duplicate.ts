import { DatabaseError } from 'pg'
import { Problem } from '../../platform/problem/problem.ts'

/** Awaits a write, and converts a unique violation into the message for that constraint. */
export async function refuseDuplicate<Result>(
  write: Promise<Result>,
  sentences: Readonly<Record<string, string>>,
): Promise<Result> {
  try {
    return await write
  } catch (error) {
    const isClash = error instanceof DatabaseError && error.code === '23505'
    const sentence = isClash ? sentences[error.constraint ?? ''] : undefined
    if (sentence === undefined) throw error
    throw new Problem('conflict', sentence, { cause: error })
  }
}

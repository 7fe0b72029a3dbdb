import { DatabaseError } from 'pg'
import { Problem } from '../../http/problem.ts'

/** Waits for a write, and turns a clash with a unique constraint into the sentence for that constraint. */
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

import type { Tx } from '../../db/pool.ts'
import type { OnceKey } from './once.ts'
import { setAnswers } from './queries.ts'

/** What comes back from JSON as it was. A member that is undefined comes back absent. */
type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined }

/** Null stands for an answer that is missing. */
export type Answer = NonNullable<JsonValue>

export interface Answered {
  readonly key: OnceKey
  readonly answer: Answer
}

/** Keeps the answers to requests whose keys are new, in the transaction that claimed them. */
export async function keepAnswers(tx: Tx, answered: readonly Answered[]): Promise<void> {
  const kept = await setAnswers(tx, [
    answered.map(({ key }) => key.advisorId),
    answered.map(({ key }) => key.applicationId),
    answered.map(({ key }) => key.operation),
    answered.map(({ key }) => key.key),
    answered.map(({ answer }) => JSON.stringify(answer)),
  ])
  if (kept.length !== answered.length) throw new Error('an answer has no key of its own')
}

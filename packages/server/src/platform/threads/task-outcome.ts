import { classifyDatabaseError, type DatabaseFailure } from '../db/errors.ts'
import { Problem } from '../problem/problem.ts'

/** Result of a thread. Errors that cross threads lose their class, which says what they mean to the caller. */
export type TaskOutcome<Result> =
  | { readonly is: 'result'; readonly value: Result }
  | {
      readonly is: 'problem'
      readonly code: Problem['code']
      readonly detail: string
      readonly details: unknown
    }
  | { readonly is: 'database failure'; readonly failure: DatabaseFailure; readonly code: string | undefined }

/** Wraps a function as the work of a thread. */
export const answering =
  <Task, Result>(work: (task: Task) => Promise<Result>) =>
  async (task: Task): Promise<TaskOutcome<Result>> => {
    try {
      return { is: 'result', value: await work(task) }
    } catch (error) {
      if (error instanceof Problem) {
        const { code, message: detail, details } = error
        return { is: 'problem', code, detail, details }
      }
      const failure = classifyDatabaseError(error)
      if (failure === 'bug') throw error
      const { code } = error as { readonly code?: string }
      return { is: 'database failure', failure, code }
    }
  }

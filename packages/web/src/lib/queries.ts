import { QueryClient, queryOptions } from '@tanstack/react-query'
import { call, type Input, type OperationId, type Result } from './call.ts'
import { Failure } from './failure.ts'

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < 2 && error instanceof Failure && error.isRetryable,
        retryDelay: count => 500 * 2 ** count,
        // Our own banner and error states tell of a lost connection; requests are tried all the same.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })

/** What an operation answers, under its id and what it was asked. */
export const reading = <Id extends OperationId>(id: Id, input: Input<Id>) =>
  queryOptions<Result<Id>>({
    queryKey: [id, input],
    queryFn: ({ signal }) => call(id, input, { signal }),
  })

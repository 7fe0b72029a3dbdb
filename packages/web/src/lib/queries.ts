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
        // Our own banner shows a lost connection; requests are sent anyway.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })

/** Query for an operation, keyed by its id and input. */
export const reading = <Id extends OperationId>(id: Id, input: Input<Id>) =>
  queryOptions<Result<Id>>({
    queryKey: [id, input],
    queryFn: ({ signal }) => call(id, input, { signal }),
  })

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SignInAgain, wantsSignIn } from '../features/settings/sign-in-again.tsx'
import { invalidateAfter, type staleAfter } from '../lib/stale-queries.ts'
import { showFailure, tell, tellWith } from '../ui/tell.ts'

interface FirmAct<Input, Result> {
  readonly act: (input: Input) => Promise<Result>
  readonly stale: keyof typeof staleAfter
  readonly done: (result: Result, input: Input) => string | undefined
  readonly failed: string
}

/** A change in the console: what it reloads, and what the person is told. Some acts need a recent sign-in. */
export function useFirmAct<Input = void, Result = undefined>({
  act,
  stale,
  done,
  failed,
}: FirmAct<Input, Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (result, input) => {
      const words = done(result, input)
      if (words !== undefined) tell(words)
      invalidateAfter(client, stale)
    },
    onError: error => {
      if (wantsSignIn(error)) tellWith(<SignInAgain />, 'Confirm that it is you')
      else showFailure(error, failed)
    },
  })
}

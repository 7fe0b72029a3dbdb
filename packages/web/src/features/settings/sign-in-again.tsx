import { Button } from '@mantine/core'
import { Failure } from '../../lib/failure.ts'
import { signIn } from '../../lib/session.ts'

/** Some changes require a recent sign-in. */
export const wantsSignIn = (error: unknown): boolean =>
  error instanceof Failure && error.details['signInAgain'] === true

export function SignInAgain() {
  return (
    <Button size="compact-sm" variant="light" onClick={() => signIn(true)}>
      Sign in again
    </Button>
  )
}

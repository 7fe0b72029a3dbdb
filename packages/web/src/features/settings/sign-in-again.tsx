import { Button } from '@mantine/core'
import { Failure } from '../../lib/failure.ts'
import { signIn } from '../../lib/session.ts'

/** Some things are only done by who has just shown who they are. */
export const wantsSignIn = (error: unknown): boolean =>
  error instanceof Failure && error.details['signInAgain'] === true

export function SignInAgain() {
  return (
    <Button size="compact-sm" variant="light" onClick={() => signIn(true)}>
      Sign in again
    </Button>
  )
}

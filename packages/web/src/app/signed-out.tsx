import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../lib/call.ts'
import { needsAccount } from '../lib/failure.ts'
import { useMe } from '../lib/me/use-me.ts'
import { reading } from '../lib/queries.ts'
import { resumeSession, signIn } from '../lib/session.ts'
import { useTitle } from '../ui/page.tsx'

/** How long drafts are kept after the session has ended. */
const waitMs = 600_000
/** Another window may be the one with the focus. */
const lookEveryMs = 5_000

/** Replaces every page when a session ends during writing. It keeps the drafts and nothing else. */
export function SignedOut() {
  useTitle('Signed out')
  const client = useQueryClient()
  const me = useMe()
  const [advisorId] = useState(me.advisorId)
  useEffect(() => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getMe' })
    client.getMutationCache().clear()
    const look = async (): Promise<void> => {
      const now = await call('getMe', {}).catch((error: unknown) => {
        if (needsAccount(error)) location.reload()
      })
      if (!now) return
      // The page behind belongs to the advisor who was signed in.
      if (now.advisorId !== advisorId) {
        location.reload()
        return
      }
      client.setQueryData(reading('getMe', {}).queryKey, now)
      resumeSession()
    }
    const onLook = (): void => void (document.hidden || look())
    const timer = setTimeout(signIn, waitMs)
    const often = setInterval(onLook, lookEveryMs)
    window.addEventListener('focus', onLook)
    document.addEventListener('visibilitychange', onLook)
    return () => {
      clearTimeout(timer)
      clearInterval(often)
      window.removeEventListener('focus', onLook)
      document.removeEventListener('visibilitychange', onLook)
    }
  }, [advisorId, client])
  return (
    // No page behind it to dim.
    <Modal
      opened
      onClose={() => undefined}
      title="You are signed out"
      withCloseButton={false}
      overlayProps={{ backgroundOpacity: 0 }}
    >
      <p style={{ marginTop: 0 }}>
        What you wrote is kept here for ten minutes. Open a new tab to sign in, then come back and continue.
      </p>
      <Button component="a" href="/app/sign-in" target="_blank" data-autofocus>
        Sign in (opens a new tab)
      </Button>
    </Modal>
  )
}

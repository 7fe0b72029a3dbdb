import { Button, getDefaultZIndex, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../lib/call.ts'
import { resumeSession, signIn, useIsSessionOver } from '../lib/session.ts'
import { useMe } from '../lib/use-me.ts'

/** How long what was written waits for somebody who may have gone. */
const waitMs = 600_000
/** Another window may be the one with the focus. */
const lookEveryMs = 5_000

/** Over everything, where a session ended while somebody wrote: it hides the page, and keeps what was written. */
export function SignedOut() {
  const isOver = useIsSessionOver()
  const client = useQueryClient()
  const me = useMe()
  const [advisorId] = useState(me.advisorId)
  useEffect(() => {
    if (!isOver) return
    const look = async (): Promise<void> => {
      const now = await call('getMe', {}).catch(() => undefined)
      if (!now) return
      // What is behind belongs to who wrote it.
      if (now.advisorId !== advisorId) {
        location.reload()
        return
      }
      resumeSession()
      void client.invalidateQueries()
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
  }, [isOver, advisorId, client])
  return (
    <Modal
      opened={isOver}
      onClose={() => undefined}
      title="You are signed out"
      withCloseButton={false}
      zIndex={getDefaultZIndex('max')}
      overlayProps={{ backgroundOpacity: 1, color: 'var(--canvas)' }}
    >
      <p style={{ marginTop: 0 }}>
        What you wrote is still here, for ten minutes. Sign in beside this page, come back, and go on.
      </p>
      <Button component="a" href="/app/sign-in" target="_blank" data-autofocus>
        Sign in on another page
      </Button>
    </Modal>
  )
}

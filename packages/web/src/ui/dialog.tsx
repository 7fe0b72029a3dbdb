import { Button, Group, Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './dialog.module.css'
import { useReturnFocus } from './use-return-focus.ts'

interface DialogProps extends Pick<ModalProps, 'size' | 'title'> {
  readonly close: () => void
  /** Closing would discard input, so ask first. */
  readonly isDirty?: boolean
  readonly children: ReactNode
}

/** A dialog that is open while it is mounted. */
export function Dialog({ close, isDirty = false, children, ...props }: DialogProps) {
  useReturnFocus()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Modal opened onClose={() => (isDirty ? setIsAsking(!isAsking) : close())} {...props}>
      {isAsking && <DiscardQuestion keep={() => setIsAsking(false)} discard={close} />}
      {children}
    </Modal>
  )
}

interface QuestionProps {
  readonly keep: () => void
  readonly discard: () => void
}

export function DiscardQuestion({ keep, discard }: QuestionProps) {
  return (
    <div className={classes['question']} role="alert">
      <strong>Discard your changes?</strong>
      <Group gap="xs">
        <Button size="xs" onClick={keep} data-autofocus autoFocus>
          Keep editing
        </Button>
        <Button size="xs" variant="default" onClick={discard}>
          Discard
        </Button>
      </Group>
    </div>
  )
}

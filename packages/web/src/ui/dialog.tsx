import { Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useReturnFocus } from './use-return-focus.ts'

interface DialogProps extends Pick<ModalProps, 'size' | 'title'> {
  readonly close: () => void
  readonly children: ReactNode
}

/** A dialog that is there as long as it is rendered. */
export function Dialog({ close, ...props }: DialogProps) {
  useReturnFocus()
  return <Modal opened onClose={close} {...props} />
}

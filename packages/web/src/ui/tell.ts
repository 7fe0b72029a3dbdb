import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { messageOf } from '../lib/failure.ts'

export function tell(message: string, title?: string): void {
  notifications.show({ message, ...(title !== undefined && { title }), autoClose: 6_000 })
}

export function showFailure(error: unknown, title = 'Something went wrong'): void {
  notifications.show({ title, message: messageOf(error), color: 'red', autoClose: 10_000 })
}

/** With something to press, so it stays. */
export function tellWith(message: ReactNode, title: string): void {
  notifications.show({ message, title, autoClose: false })
}

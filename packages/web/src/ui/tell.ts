import { notifications } from '@mantine/notifications'
import { wordsOf } from '../lib/failure.ts'

export function tell(message: string, title?: string): void {
  notifications.show({ message, ...(title !== undefined && { title }), autoClose: 6_000 })
}

export function tellFailure(error: unknown, title = 'That did not work'): void {
  notifications.show({ title, message: wordsOf(error), color: 'red', autoClose: 10_000 })
}

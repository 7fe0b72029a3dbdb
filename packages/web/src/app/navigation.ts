import {
  IconAddressBook,
  IconBooks,
  IconCalendarTime,
  IconMessages,
  IconPlugConnected,
  IconSettings,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { OperationId } from '../lib/call.ts'
import { useMe } from '../lib/me/use-me.ts'

const pages = [
  { to: '/inbox', label: 'Inbox', Icon: IconMessages, isInBar: true },
  { to: '/contacts', label: 'Contacts', Icon: IconAddressBook, isInBar: true },
  { to: '/groups', label: 'Groups', Icon: IconUsersGroup, isInBar: false },
  { to: '/scheduled', label: 'Scheduled', Icon: IconCalendarTime, isInBar: true },
  { to: '/library', label: 'Library', Icon: IconBooks, isInBar: true },
  {
    to: '/applications',
    label: 'Connected apps',
    Icon: IconPlugConnected,
    isInBar: false,
    needs: 'listConnectedApplications',
  },
  { to: '/settings', label: 'Settings', Icon: IconSettings, isInBar: false },
] as const satisfies readonly { readonly needs?: OperationId; readonly [name: string]: unknown }[]

/** Pages that the person may open. */
export function useNavigation() {
  const { operations } = useMe()
  return pages.filter(page => !('needs' in page) || operations.includes(page.needs))
}

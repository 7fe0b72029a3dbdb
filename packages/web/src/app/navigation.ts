import {
  IconAddressBook,
  IconBooks,
  IconCalendarTime,
  IconMessages,
  IconPlugConnected,
  IconSettings,
  IconUsersGroup,
} from '@tabler/icons-react'

export const navigation = [
  { to: '/inbox', label: 'Inbox', Icon: IconMessages, isInBar: true },
  { to: '/contacts', label: 'Contacts', Icon: IconAddressBook, isInBar: true },
  { to: '/groups', label: 'Groups', Icon: IconUsersGroup, isInBar: false },
  { to: '/scheduled', label: 'Scheduled', Icon: IconCalendarTime, isInBar: true },
  { to: '/library', label: 'Library', Icon: IconBooks, isInBar: true },
  { to: '/applications', label: 'Connected apps', Icon: IconPlugConnected, isInBar: false },
  { to: '/settings', label: 'Settings', Icon: IconSettings, isInBar: false },
] as const

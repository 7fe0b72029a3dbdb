import {
  IconChartBar,
  IconFingerprint,
  IconHistory,
  IconMessage2Cog,
  IconPhone,
  IconPlugConnected,
  IconUsers,
} from '@tabler/icons-react'
import type { OperationId } from '../lib/call.ts'
import type { ConsolePath } from './link.tsx'
import { useConsole } from './use-console.ts'

const pages = [
  { to: '/overview', label: 'Overview', Icon: IconChartBar, isInBar: true, needs: 'getFirmOverview' },
  { to: '/people', label: 'People', Icon: IconUsers, isInBar: true, needs: 'listFirmPeople' },
  { to: '/numbers', label: 'Numbers', Icon: IconPhone, isInBar: false, needs: 'listFirmNumbers' },
  {
    to: '/applications',
    label: 'Apps',
    Icon: IconPlugConnected,
    isInBar: false,
    needs: 'listFirmApplications',
  },
  { to: '/policy', label: 'Texting policy', Icon: IconMessage2Cog, isInBar: true, needs: 'getFirmPolicy' },
  { to: '/journal', label: 'Journal', Icon: IconHistory, isInBar: true, needs: 'listFirmJournal' },
  { to: '/account', label: 'Your sign-in', Icon: IconFingerprint, isInBar: false, needs: 'getConsole' },
] as const satisfies readonly {
  readonly to: ConsolePath
  readonly needs: OperationId
  readonly [name: string]: unknown
}[]

/** Pages that the person may open. The last one is everybody's. */
export const pagesOf = (operations: readonly string[]) =>
  pages.filter(({ needs }) => operations.includes(needs))

export const useConsolePages = () => pagesOf(useConsole().operations)

import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useState } from 'react'
import { useMe } from '../../lib/me/use-me.ts'
import { mistakeIn, type Schedule } from './schedule.ts'
import { ScheduleFields } from './schedule-fields.tsx'

interface SendLaterProps {
  readonly schedule: Schedule
  readonly onSchedule: (schedule: Schedule) => void
}

/** Button that opens the time and frequency of a text. */
export function SendLater({ schedule, onSchedule }: SendLaterProps) {
  const { timeZone } = useMe()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="top-start" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <Tooltip label="Send later" disabled={isOpen}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Send later"
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconCalendarTime size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Send later" maw="calc(100vw - 24px)">
        <ScheduleFields schedule={schedule} onChange={onSchedule} />
        <Button
          mt="md"
          size="xs"
          disabled={schedule.wall === '' || mistakeIn(schedule, timeZone) !== undefined}
          onClick={() => setIsOpen(false)}
        >
          Done
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}

import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useMe } from '../../lib/me/use-me.ts'
import { addDays, dayOf, showZone, wallTime } from '../../lib/time.ts'
import { frequencies, latestMs, mistakeIn, type Schedule, soonestMs } from './schedule.ts'

interface FieldsProps {
  readonly schedule: Schedule
  readonly onChange: (schedule: Schedule) => void
  readonly hasQuickChoices?: boolean
}

/** Time and frequency. Uses the native date field, which is localized and works on every phone. */
export function ScheduleFields({ schedule, onChange, hasQuickChoices = true }: FieldsProps) {
  const { timeZone } = useMe()
  const now = Date.now()
  const today = dayOf(now, timeZone)
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay()
  const quick = [
    { label: 'In an hour', wall: wallTime(now + 3_600_000, timeZone) },
    { label: 'Tomorrow at 9', wall: `${addDays(today, 1)}T09:00` },
    { label: 'Monday at 9', wall: `${addDays(today, (8 - weekday) % 7 || 7)}T09:00` },
  ]
  return (
    <div>
      {hasQuickChoices && (
        <Group gap={6} mb="sm">
          {quick.map(({ label, wall }) => (
            <Button
              key={label}
              size="compact-sm"
              variant="light"
              onClick={() => onChange({ ...schedule, wall })}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
      <Group gap="sm" align="flex-start" wrap="wrap">
        <TextInput
          type="datetime-local"
          label={`When (${showZone(timeZone)})`}
          value={schedule.wall}
          error={mistakeIn(schedule, timeZone)}
          min={wallTime(now + soonestMs, timeZone)}
          max={wallTime(now + latestMs, timeZone)}
          onChange={event => onChange({ ...schedule, wall: event.currentTarget.value })}
          required
        />
        <NativeSelect
          label="How often"
          value={schedule.frequency}
          onChange={event => onChange({ ...schedule, frequency: Number(event.currentTarget.value) })}
          data={frequencies.map((label, value) => ({ label, value: String(value) }))}
        />
      </Group>
    </div>
  )
}

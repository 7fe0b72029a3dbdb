import { ActionIcon, CloseButton, Textarea, Tooltip } from '@mantine/core'
import { IconBooks, IconCalendarTime } from '@tabler/icons-react'
import { lazy, type ReactNode, type RefObject, Suspense, useMemo, useState } from 'react'
import { commandKey } from '../../lib/command-key.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { momentOf, showMoment } from '../../lib/time.ts'
import { frequencies, mistakeIn, noSchedule, type Schedule } from './schedule.ts'
import { SendLater } from './send-later.tsx'
import classes from './text-box.module.css'
import { isTooLong } from './text-length.ts'

// Loaded lazily: counting needs large tables.
const TextCost = lazy(() => import('./text-cost.tsx'))
const ContentPicker = lazy(() => import('../library/content-picker.tsx'))

interface TextBoxProps {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
  readonly schedule: Schedule
  readonly onSchedule: (schedule: Schedule) => void
  readonly onSubmit: () => void
  readonly action: ReactNode
  readonly minRows?: number
  readonly field?: RefObject<HTMLTextAreaElement | null>
  /** Why the text cannot be sent, if that is not obvious. */
  readonly hindrance?: string | undefined
}

/** Composer with cost, schedule and library. */
export function TextBox({
  label,
  text,
  onChange,
  schedule,
  onSchedule,
  onSubmit,
  action,
  minRows = 2,
  field,
  hindrance,
}: TextBoxProps) {
  const { timeZone } = useMe()
  const [isPicking, setIsPicking] = useState(false)
  const when = useMemo(
    () => (schedule.wall === '' ? undefined : showMoment(momentOf(schedule.wall, timeZone), timeZone)),
    [schedule.wall, timeZone],
  )
  const mistake = mistakeIn(schedule, timeZone)
  return (
    // Text that is too long is kept and marked; maxLength would cut off a pasted text silently.
    <div className={classes['box']} data-bad={isTooLong(text) || undefined}>
      <Textarea
        {...(field && { ref: field })}
        variant="unstyled"
        dir="auto"
        data-composer
        aria-label={label}
        placeholder={label}
        autosize
        minRows={minRows}
        maxRows={10}
        value={text}
        onChange={event => onChange(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          onSubmit()
        }}
        classNames={{ input: classes['input'] ?? '' }}
      />
      {when && (
        <div className={classes['when']} data-bad={mistake !== undefined || undefined}>
          <IconCalendarTime size={16} aria-hidden />
          <span>
            {mistake === undefined ? `Sends ${when}` : `Not scheduled: ${mistake}`}
            {schedule.frequency > 0 &&
              mistake === undefined &&
              `, then ${frequencies[schedule.frequency]?.toLowerCase()}`}
          </span>
          <CloseButton size="xs" aria-label="Send now instead" onClick={() => onSchedule(noSchedule)} />
        </div>
      )}
      <Suspense fallback={<div className={classes['cost']} />}>
        <TextCost text={text} onChange={onChange} />
      </Suspense>
      {hindrance !== undefined && (
        <p className={classes['hindrance']} role="status">
          {hindrance}
        </p>
      )}
      <div className={classes['tools']}>
        <Tooltip label="Insert from library">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Insert from library"
            onClick={() => setIsPicking(true)}
          >
            <IconBooks size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <SendLater schedule={schedule} onSchedule={onSchedule} />
        <span className={classes['hint']}>
          {commandKey} + Enter to {schedule.wall === '' ? 'send' : 'schedule'}
        </span>
        {action}
      </div>
      {isPicking && (
        <Suspense>
          <ContentPicker
            close={() => setIsPicking(false)}
            pick={({ url }) => {
              onChange(text === '' || /\s$/.test(text) ? `${text}${url}` : `${text} ${url}`)
              setIsPicking(false)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

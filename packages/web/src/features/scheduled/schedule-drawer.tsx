import { Button, Drawer, Group, Textarea } from '@mantine/core'
import type { AppScheduleDetail } from '@parley/contract'
import { IconHandStop } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { nameOf } from '../../lib/people.ts'
import { showPhone } from '../../lib/phone.ts'
import { reading } from '../../lib/queries.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { momentOf, showMoment, wallTime } from '../../lib/time.ts'
import { deleteWithUndo } from '../../ui/delete-with-undo.tsx'
import { DiscardQuestion } from '../../ui/dialog.tsx'
import { Waiting, Wrong } from '../../ui/states.tsx'
import { showFailure, tell } from '../../ui/tell.ts'
import { mistakeIn } from '../compose/schedule.ts'
import { ScheduleFields } from '../compose/schedule-fields.tsx'
import TextCost from '../compose/text-cost.tsx'
import { isTooLong } from '../compose/text-length.ts'
import { Firings } from './firings.tsx'
import { scheduleKey } from './schedule-key.ts'
import classes from './scheduled.module.css'

interface DrawerProps {
  readonly scheduleId: number | undefined
  readonly close: () => void
}

export function ScheduleDrawer({ scheduleId, close }: DrawerProps) {
  const [isChanged, setIsChanged] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const leave = (): void => {
    setIsChanged(false)
    setIsAsking(false)
    close()
  }
  return (
    <Drawer
      opened={scheduleId !== undefined}
      onClose={() => (isChanged ? setIsAsking(!isAsking) : leave())}
      position="right"
      size="lg"
      title="Scheduled text"
      keepMounted={false}
    >
      {isAsking && <DiscardQuestion keep={() => setIsAsking(false)} discard={leave} />}
      {scheduleId !== undefined && (
        <Schedule key={scheduleId} scheduleId={scheduleId} close={leave} onChanged={setIsChanged} />
      )}
    </Drawer>
  )
}

interface FormProps {
  readonly close: () => void
  /** Whether something was changed and not saved. */
  readonly onChanged: (isChanged: boolean) => void
}

function Schedule({ scheduleId, ...form }: FormProps & { readonly scheduleId: number }) {
  const query = useQuery(reading('getSchedule', { params: { scheduleId } }))
  if (query.isPending) return <Waiting />
  if (query.isError) return <Wrong error={query.error} retry={() => void query.refetch()} />
  return <Form schedule={query.data} {...form} />
}

function Form({ schedule, close, onChanged }: FormProps & { readonly schedule: AppScheduleDetail }) {
  const { scheduleId, memberId, status, deliveryDate } = schedule
  const { timeZone } = useMe()
  const client = useQueryClient()
  // Values when the form was opened, so that saving one field does not revert changes made elsewhere.
  const [before] = useState({
    text: schedule.text,
    wall: wallTime(schedule.nextDeliveryDate ?? deliveryDate, timeZone),
    frequency: schedule.frequency,
  })
  const [text, setText] = useState(before.text)
  const [when, setWhen] = useState({ wall: before.wall, frequency: before.frequency })
  const save = useMutation({
    mutationFn: ({ isReleased }: { readonly isReleased: boolean }) =>
      call('updateScheduledMessage', {
        params: { scheduleId },
        body: {
          ...(isReleased && { status: 'active' as const }),
          ...(text !== before.text && { text }),
          ...(when.wall !== before.wall && { deliveryDate: momentOf(when.wall, timeZone) }),
          ...(when.frequency !== before.frequency && { frequency: when.frequency }),
        },
      }),
    onSuccess: (_result, { isReleased }) => {
      tell(
        isReleased ? 'It will be sent as scheduled.' : 'Changes saved.',
        isReleased ? 'Released' : undefined,
      )
      invalidateAfter(client, 'schedule')
      close()
    },
    onError: error => showFailure(error, 'Changes not saved'),
  })
  const isHeld = status === 'held'
  const isOpen = status === 'active' || isHeld
  const isMoved = when.wall !== before.wall
  const isChanged = text !== before.text || isMoved || when.frequency !== before.frequency
  useEffect(() => onChanged(isChanged), [isChanged, onChanged])
  const isRight =
    text.trim() !== '' &&
    !isTooLong(text) &&
    when.wall !== '' &&
    !(isMoved && mistakeIn(when, timeZone) !== undefined)
  // A recurring text continues with its next time.
  const isPast = when.frequency === 0 && !isMoved && momentOf(when.wall, timeZone) <= Date.now()
  return (
    <div className={classes['form']}>
      <p className={classes['to']}>
        To{' '}
        <Link to="/inbox/$memberId" params={{ memberId }}>
          {nameOf(schedule)}
        </Link>
        , {showPhone(schedule.phone)}
      </p>
      {isHeld && (
        <div className={classes['notice']} role="status">
          <IconHandStop size={19} aria-hidden />
          <span>
            On hold: the contact now has a different number.
            {schedule.people.length === 0 && ' None of your contacts has this number.'} Release it to send it
            to {showPhone(schedule.phone)} anyway, or choose Don’t send.
          </span>
        </div>
      )}
      {isOpen ? (
        <>
          <div>
            <Textarea
              label="Text"
              autosize
              minRows={3}
              maxRows={12}
              value={text}
              // The text box itself says that the text is too long.
              aria-invalid={isTooLong(text)}
              onChange={event => setText(event.currentTarget.value)}
            />
            <TextCost text={text} onChange={setText} />
          </div>
          <ScheduleFields schedule={when} onChange={setWhen} hasQuickChoices={false} />
          {isHeld && isPast && (
            <p className={classes['to']}>Its time has passed. Choose a new one to release it.</p>
          )}
          <Group>
            {isHeld && (
              <Button
                onClick={() => save.mutate({ isReleased: true })}
                loading={save.isPending}
                disabled={!isRight || isPast}
              >
                Release
              </Button>
            )}
            <Button
              variant={isHeld ? 'default' : 'filled'}
              onClick={() => save.mutate({ isReleased: false })}
              loading={save.isPending}
              disabled={!isChanged || !isRight}
            >
              Save changes
            </Button>
            <DontSend schedule={schedule} close={close} />
          </Group>
        </>
      ) : (
        <Ended schedule={schedule} />
      )}
      <Firings firings={schedule.firings} />
    </div>
  )
}

/** A text this close to its time is canceled at once, because it could go out while Undo is shown. */
const undoableMs = 60_000

function DontSend({ schedule, close }: Pick<FormProps, 'close'> & { readonly schedule: AppScheduleDetail }) {
  const { scheduleId, nextDeliveryDate } = schedule
  const client = useQueryClient()
  const after = (): void => invalidateAfter(client, 'schedule')
  const act = (keepalive: boolean): Promise<unknown> =>
    call('cancelScheduledMessage', { params: { scheduleId } }, { keepalive })
  const now = useMutation({
    mutationFn: () => act(false),
    onSuccess: () => {
      tell('It will not be sent.', 'Text canceled')
      after()
      close()
    },
    onError: error => showFailure(error, 'Text not canceled'),
  })
  return (
    <Button
      color="red"
      variant="subtle"
      ml="auto"
      loading={now.isPending}
      onClick={() => {
        if (nextDeliveryDate !== undefined && nextDeliveryDate - Date.now() < undoableMs) {
          now.mutate()
          return
        }
        deleteWithUndo({
          key: scheduleKey(scheduleId),
          words: `The text to ${nameOf(schedule)} will not be sent.`,
          failed: 'Text not canceled',
          act,
          after,
        })
        close()
      }}
    >
      Don’t send
    </Button>
  )
}

function Ended({ schedule }: { readonly schedule: AppScheduleDetail }) {
  const { text, status, endReason, deliveryDate } = schedule
  const { timeZone } = useMe()
  return (
    <>
      <blockquote className={classes['quote']}>{text}</blockquote>
      <p className={classes['to']}>
        {status === 'cancelled'
          ? 'Canceled. It was due '
          : endReason === 'opted_out'
            ? 'Ended because the recipient opted out. It was due '
            : 'Ended. It was due '}
        {showMoment(deliveryDate, timeZone)}
      </p>
    </>
  )
}

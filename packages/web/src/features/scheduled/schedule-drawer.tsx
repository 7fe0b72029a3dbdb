import { Button, Drawer, Group, Textarea } from '@mantine/core'
import type { AppScheduleDetail } from '@parley/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { limits } from '../../lib/contract.ts'
import { nameOf } from '../../lib/people.ts'
import { showPhone } from '../../lib/phone.ts'
import { reading } from '../../lib/queries.ts'
import { momentOf, showMoment, wallTime } from '../../lib/time.ts'
import { useMe } from '../../lib/use-me.ts'
import { Waiting, Wrong } from '../../ui/states.tsx'
import { tell, tellFailure } from '../../ui/tell.ts'
import { mistakeIn } from '../compose/schedule.ts'
import { ScheduleFields } from '../compose/schedule-fields.tsx'
import TextCost from '../compose/text-cost.tsx'
import { Firings } from './firings.tsx'
import classes from './scheduled.module.css'

interface DrawerProps {
  readonly scheduleId: number | undefined
  readonly close: () => void
}

export function ScheduleDrawer({ scheduleId, close }: DrawerProps) {
  return (
    <Drawer
      opened={scheduleId !== undefined}
      onClose={close}
      position="right"
      size="lg"
      title="Scheduled text"
      keepMounted={false}
    >
      {scheduleId !== undefined && <Schedule key={scheduleId} scheduleId={scheduleId} close={close} />}
    </Drawer>
  )
}

function Schedule({ scheduleId, close }: { readonly scheduleId: number; readonly close: () => void }) {
  const query = useQuery(reading('getSchedule', { params: { scheduleId } }))
  if (query.isPending) return <Waiting />
  if (query.isError) return <Wrong error={query.error} retry={() => void query.refetch()} />
  return <Form schedule={query.data} close={close} />
}

function Form({ schedule, close }: { readonly schedule: AppScheduleDetail; readonly close: () => void }) {
  const { scheduleId, memberId, status, deliveryDate, endReason } = schedule
  const { timeZone } = useMe()
  const client = useQueryClient()
  // As it was when the form was opened: whatever changed elsewhere since is not taken back by saving another field.
  const [before] = useState({
    text: schedule.text,
    wall: wallTime(schedule.nextDeliveryDate ?? deliveryDate, timeZone),
    frequency: schedule.frequency,
  })
  const [text, setText] = useState(before.text)
  const [when, setWhen] = useState({ wall: before.wall, frequency: before.frequency })
  const [isAsking, setIsAsking] = useState(false)
  const params = { scheduleId }
  const renew = (): void => {
    for (const key of ['listSchedules', 'getSchedule', 'getScheduleCalendar']) {
      void client.invalidateQueries({ queryKey: [key] })
    }
  }
  const save = useMutation({
    mutationFn: () =>
      call('updateScheduledMessage', {
        params,
        body: {
          ...(text !== before.text && { text }),
          ...(when.wall !== before.wall && { deliveryDate: momentOf(when.wall, timeZone) }),
          ...(when.frequency !== before.frequency && { frequency: when.frequency }),
        },
      }),
    onSuccess: () => {
      tell('The changes are saved.')
      renew()
      close()
    },
    onError: error => tellFailure(error, 'The changes were not saved'),
  })
  const cancel = useMutation({
    mutationFn: () => call('cancelScheduledMessage', { params }),
    onSuccess: () => {
      tell('It will not go out.', 'Cancelled')
      renew()
      close()
    },
    onError: error => tellFailure(error, 'It was not cancelled'),
  })
  const isActive = status === 'active'
  const isMoved = when.wall !== before.wall
  const isChanged = text !== before.text || isMoved || when.frequency !== before.frequency
  return (
    <div className={classes['form']}>
      <p className={classes['to']}>
        To{' '}
        <Link to="/inbox/$memberId" params={{ memberId }}>
          {nameOf(schedule)}
        </Link>
        , {showPhone(schedule.phone)}
      </p>
      {isActive ? (
        <>
          <div>
            <Textarea
              label="Text"
              autosize
              minRows={3}
              maxRows={12}
              value={text}
              maxLength={limits.textCharacters}
              onChange={event => setText(event.currentTarget.value)}
            />
            <TextCost text={text} onChange={setText} />
          </div>
          <ScheduleFields schedule={when} onChange={setWhen} hasQuickChoices={false} />
          <Group>
            <Button
              onClick={() => save.mutate()}
              loading={save.isPending}
              disabled={
                !isChanged ||
                text.trim() === '' ||
                when.wall === '' ||
                (isMoved && mistakeIn(when, timeZone) !== undefined)
              }
            >
              Save changes
            </Button>
            {isAsking ? (
              <>
                <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
                  Yes, do not send it
                </Button>
                <Button variant="default" onClick={() => setIsAsking(false)}>
                  Keep it
                </Button>
              </>
            ) : (
              <Button color="red" variant="light" onClick={() => setIsAsking(true)}>
                Cancel this text
              </Button>
            )}
          </Group>
        </>
      ) : (
        <>
          <blockquote className={classes['quote']}>{schedule.text}</blockquote>
          <p className={classes['to']}>
            {status === 'cancelled'
              ? 'Cancelled. It was due '
              : endReason === 'opted_out'
                ? 'Ended because the recipient opted out. It was due '
                : 'Its time is past: '}
            {showMoment(deliveryDate, timeZone)}
          </p>
        </>
      )}
      <Firings firings={schedule.firings} />
    </div>
  )
}

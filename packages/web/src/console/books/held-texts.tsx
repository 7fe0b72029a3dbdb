import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { countOf } from '../../lib/count-of.ts'
import { reading } from '../../lib/queries.ts'
import { showMoment } from '../../lib/time.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Panel } from '../../ui/page.tsx'
import classes from '../console.module.css'
import { browserZone, useMayInFirm } from '../use-console.ts'
import { useFirmAct } from '../use-firm-act.tsx'

interface HeldTextsProps {
  readonly advisorId: number
  /** Of the account. */
  readonly identifier: string
}

/** Texts of a book that wait on hold. Shows nothing if there is no hold. */
export function HeldTexts({ advisorId, identifier }: HeldTextsProps) {
  const mayRelease = useMayInFirm('releaseBook')
  const [isAsking, asking] = useDisclosure(false)
  const query = useQuery(reading('getBookHold', { params: { advisorId } }))
  const hold = query.data?.hold
  if (!hold) return null
  const { texts, dateTime, isReleasable } = hold
  const waiting = `${countOf(texts, 'text')} of ${identifier} ${texts === 1 ? 'waits' : 'wait'}`
  return (
    <Panel title="Texts on hold">
      <p className={classes['note']}>
        {waiting}, on hold since {showMoment(dateTime, browserZone)}. Whatever waits for 24 hours is not sent
        any more.
      </p>
      {!isReleasable && (
        <p className={classes['note']}>Your operator put them on hold and can release them.</p>
      )}
      {isReleasable && mayRelease && (
        <Button variant="default" mt="sm" onClick={asking.open}>
          Release the texts of {identifier}
        </Button>
      )}
      {isAsking && <Confirm advisorId={advisorId} waiting={waiting} close={asking.close} />}
    </Panel>
  )
}

interface ConfirmProps {
  readonly advisorId: number
  readonly waiting: string
  readonly close: () => void
}

function Confirm({ advisorId, waiting, close }: ConfirmProps) {
  const act = useFirmAct({
    act: () => call('releaseBook', { params: { advisorId } }),
    stale: 'firmBook',
    done: () => {
      close()
      return 'The texts are released.'
    },
    failed: 'Nothing was released',
  })
  return (
    <Dialog title="Release the texts?" close={close}>
      <p style={{ marginTop: 0 }}>
        {waiting}. They were written before the hold or during it, and leave at once. Nobody can take them
        back. Who has opted out gets none.
      </p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button loading={act.isPending} onClick={() => act.mutate()}>
          Release
        </Button>
      </Group>
    </Dialog>
  )
}

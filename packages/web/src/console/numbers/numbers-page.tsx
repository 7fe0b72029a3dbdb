import { Button, Group } from '@mantine/core'
import type { FirmNumber } from '@parley/contract'
import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { showPhone } from '../../lib/phone.ts'
import { reading } from '../../lib/queries.ts'
import { showDate } from '../../lib/time.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, WaitingLines, Wrong } from '../../ui/states.tsx'
import classes from '../console.module.css'
import { ConsoleLink } from '../link.tsx'
import { browserZone, useMayInFirm } from '../use-console.ts'
import { useFirmAct } from '../use-firm-act.tsx'

/** From which numbers the firm texts. */
export function NumbersPage() {
  const query = useQuery(reading('listFirmNumbers', {}))
  return (
    <Page title="Numbers" lead="From which numbers your advisors text. Your operator adds new ones.">
      {query.isPending && <WaitingLines height={48} />}
      {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {query.data?.data.length === 0 && (
        <Empty Icon={IconPhone} title="No numbers yet">
          Ask your operator for texting numbers.
        </Empty>
      )}
      {query.data && query.data.data.length > 0 && <NumberTable numbers={query.data.data} />}
    </Page>
  )
}

function NumberTable({ numbers }: { readonly numbers: readonly FirmNumber[] }) {
  const mayChange = useMayInFirm('changeFirmNumber')
  const [asking, setAsking] = useState<FirmNumber>()
  return (
    <div className={classes['frame']}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Advisor</th>
            <th scope="col">State</th>
            <th scope="col">Since</th>
            {mayChange && <th scope="col">Change</th>}
          </tr>
        </thead>
        <tbody>
          {numbers.map(each => (
            <tr key={`${each.number} ${each.advisor.advisorId}`} data-off={!each.isActive || undefined}>
              <th scope="row" className={classes['number']}>
                {showPhone(each.number)}
              </th>
              <td>
                <ConsoleLink to={`/people/${each.advisor.advisorId}`}>{each.advisor.name}</ConsoleLink>
              </td>
              <td>
                <NumberState number={each} />
              </td>
              <td className={classes['number']}>{showDate(each.dateTimeAdded, browserZone)}</td>
              {mayChange && (
                <td>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${each.isActive ? 'Stop texts from' : 'Let texts leave from'} ${showPhone(each.number)}`}
                    onClick={() => setAsking(each)}
                  >
                    {each.isActive ? 'Stop texts' : 'Let texts leave'}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {asking && <Confirm number={asking} close={() => setAsking(undefined)} />}
    </div>
  )
}

function NumberState({ number: { isActive, advisor } }: { readonly number: FirmNumber }) {
  const [words, tone] = !isActive
    ? ['Stopped', 'danger']
    : advisor.isActive
      ? ['Active', 'quiet']
      : ['Advisor deactivated', 'notice']
  return (
    <span className={classes['chip']} data-tone={tone}>
      {words}
    </span>
  )
}

interface ConfirmProps {
  readonly number: FirmNumber
  readonly close: () => void
}

function Confirm({ number: { number, advisor, isActive }, close }: ConfirmProps) {
  const shown = showPhone(number)
  const change = useFirmAct({
    act: () => call('changeFirmNumber', { params: { number }, body: { isActive: !isActive } }),
    stale: 'firmNumber',
    done: () => {
      close()
      return isActive ? `No texts leave from ${shown}.` : `Texts leave from ${shown} again.`
    },
    failed: 'The number was not changed',
  })
  return (
    <Dialog title={isActive ? `Stop texts from ${shown}?` : `Let texts leave from ${shown}?`} close={close}>
      <p style={{ marginTop: 0 }}>
        {isActive
          ? `${advisor.name} cannot text until the number is active again. Replies and STOPs are still recorded.`
          : `${advisor.name} can text from it again.`}
      </p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button
          {...(isActive && { color: 'red' })}
          loading={change.isPending}
          onClick={() => change.mutate()}
        >
          {isActive ? 'Stop texts' : 'Let texts leave'}
        </Button>
      </Group>
    </Dialog>
  )
}

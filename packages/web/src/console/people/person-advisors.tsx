import { Button, Group } from '@mantine/core'
import type { FirmPerson, FirmPersonDetail } from '@parley/contract'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { Panel } from '../../ui/page.tsx'
import classes from '../console.module.css'
import { useMayInFirm } from '../use-console.ts'
import { useFirmAct } from '../use-firm-act.tsx'
import { AdvisorSelect } from './advisor-select.tsx'

interface Change {
  readonly advisorId: number
  readonly acts: boolean
}

/** For whom an assistant acts. */
export function PersonAdvisors({ person }: { readonly person: FirmPersonDetail }) {
  const { personId, name, actsFor } = person
  const mayChange = useMayInFirm('assignAssistant')
  const [chosen, setChosen] = useState<FirmPerson>()
  const taken = new Set([personId, ...actsFor.map(({ advisorId }) => advisorId)])
  const change = useFirmAct<Change>({
    act: ({ advisorId, acts }) =>
      call(acts ? 'assignAssistant' : 'unassignAssistant', { params: { personId, advisorId } }),
    stale: 'firmPerson',
    done: () => {
      setChosen(undefined)
      return undefined
    },
    failed: 'Not changed',
  })
  return (
    <Panel
      title="Acts for"
      lead={`${name} reads and writes in these accounts; every text says who wrote it.`}
    >
      {actsFor.length > 0 && (
        <ul className={classes['rows']}>
          {actsFor.map(advisor => (
            <li key={advisor.advisorId}>
              <strong>{advisor.name}</strong>
              {mayChange && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={`End for ${advisor.name}`}
                  onClick={() => change.mutate({ advisorId: advisor.advisorId, acts: false })}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {actsFor.length === 0 && <p className={classes['note']}>For nobody yet.</p>}
      {mayChange && (
        <Group mt="md" align="flex-end">
          <AdvisorSelect
            label="Advisor"
            chosen={chosen}
            onChoose={setChosen}
            without={taken}
            style={{ flex: '1 1 220px', maxWidth: 340 }}
          />
          <Button
            variant="default"
            disabled={!chosen}
            loading={change.isPending}
            onClick={() => chosen && change.mutate({ advisorId: chosen.personId, acts: true })}
          >
            Let {name.split(' ')[0]} act for them
          </Button>
        </Group>
      )}
    </Panel>
  )
}

import { Alert, Button, Group, NumberInput, Switch, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { FirmPolicySettings } from '@parley/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Result } from '../../lib/call.ts'
import { reading } from '../../lib/queries.ts'
import { LeaveQuestion } from '../../ui/leave-question.tsx'
import { Panel } from '../../ui/page.tsx'
import { useFirmAct } from '../use-firm-act.tsx'
import { ClientView } from './client-view.tsx'
import classes from './policy.module.css'
import { numberFields, textFields, unitLabels } from './policy-fields.ts'

/** After the last key press. */
const waitMs = 300

/** Each text beside what a client reads. The lints are the service's own, so what is shown is what is stored. */
export function PolicyEditor({ policy }: { readonly policy: Result<'getFirmPolicy'> }) {
  const [wanted, setWanted] = useState(policy.settings)
  // Kept while asking is switched off.
  const [request, setRequest] = useState(policy.settings.consentRequestText ?? '')
  const [typed] = useDebouncedValue(wanted, waitMs)
  const isChanged = JSON.stringify(wanted) !== JSON.stringify(policy.settings)
  const query = useQuery({
    ...reading('checkFirmPolicy', { body: typed }),
    enabled: isChanged,
    placeholderData: keepPreviousData,
  })
  const check = isChanged ? (query.data ?? policy.check) : policy.check
  const hasMistakes = check.texts.some(({ mistakes }) => mistakes.length > 0)
  const set = (change: Partial<FirmPolicySettings>): void => setWanted(now => ({ ...now, ...change }))
  const save = useFirmAct<void, { version: number }>({
    act: () => call('changeFirmPolicy', { body: { ...wanted, basedOn: policy.version } }),
    stale: 'firmPolicy',
    done: ({ version }) => `Version ${version} is in force.`,
    failed: 'The policy was not changed',
  })
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <LeaveQuestion isDirty={isChanged} />
      {check.warnings.map(words => (
        <Alert key={words} color="yellow" mb="md">
          {words}
        </Alert>
      ))}
      <Panel title="Consent">
        <Switch
          label="A client must agree before a text"
          description="Somebody who opted out is never texted, whatever you choose here."
          checked={wanted.isConsentRequired}
          onChange={event => set({ isConsentRequired: event.currentTarget.checked })}
        />
        <div className={classes['numbers']}>
          {numberFields.map(({ field, label, unit, least, most }) => (
            <NumberInput
              key={field}
              label={label}
              description={unitLabels[unit]}
              value={wanted[field]}
              min={least}
              max={most}
              allowDecimal={false}
              onChange={value => typeof value === 'number' && set({ [field]: value })}
            />
          ))}
        </div>
      </Panel>
      {textFields.map(({ field, label, lead, after }) => {
        const value = wanted[field]
        return (
          <Panel key={field} title={label} lead={lead}>
            <div className={classes['pair']}>
              <div>
                {field === 'consentRequestText' && (
                  <Switch
                    label="Ask clients for consent"
                    checked={value !== null}
                    mb="sm"
                    onChange={event =>
                      set({ consentRequestText: event.currentTarget.checked ? request : null })
                    }
                  />
                )}
                {value !== null && (
                  <Textarea
                    label={label}
                    description="{advisor} and {firm} stand for the names."
                    value={value}
                    autosize
                    minRows={4}
                    maxLength={2_000}
                    onChange={event => {
                      if (field === 'consentRequestText') setRequest(event.currentTarget.value)
                      set({ [field]: event.currentTarget.value })
                    }}
                  />
                )}
              </div>
              <ClientView
                check={value === null ? undefined : check.texts.find(each => each.field === field)}
                after={after}
              />
            </div>
          </Panel>
        )
      })}
      <div className={classes['foot']} data-shown={isChanged || undefined}>
        <span role="status">
          {hasMistakes
            ? 'A text has a mistake. It cannot be put in force.'
            : isChanged && 'Not in force yet.'}
        </span>
        <Group>
          <Button
            variant="default"
            disabled={!isChanged}
            onClick={() => {
              setWanted(policy.settings)
              setRequest(policy.settings.consentRequestText ?? '')
            }}
          >
            Undo
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!isChanged || hasMistakes}>
            Put in force
          </Button>
        </Group>
      </div>
    </form>
  )
}

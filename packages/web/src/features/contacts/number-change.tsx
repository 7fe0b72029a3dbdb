import { Button, Group, Radio, Stack } from '@mantine/core'
import type { ContactUpdate, NumberUse } from '@parley/contract'
import { useState } from 'react'
import { useMe } from '../../lib/me/use-me.ts'
import { showPhone } from '../../lib/phone.ts'
import { showMoment } from '../../lib/time.ts'
import { consentLabel } from '../../ui/consent-badge.tsx'
import classes from './contacts.module.css'

type Choice = NonNullable<ContactUpdate['scheduledMessages']> | 'keep'

interface NumberChangeProps {
  readonly use: NumberUse
  /** Null: the number is removed. */
  readonly newPhone: string | null
  readonly isSaving: boolean
  readonly back: () => void
  readonly save: (scheduledMessages: ContactUpdate['scheduledMessages']) => void
}

/** Whether changing this number needs confirmation. */
export const isInUse = ({ scheduled, texts, consent = 'none' }: NumberUse): boolean =>
  scheduled > 0 || texts > 0 || consent !== 'none'

/** Shown before a number changes: what depends on the old number, and what to do with it. */
export function NumberChange({ use, newPhone, isSaving, back, save }: NumberChangeProps) {
  const { timeZone } = useMe()
  const { people, texts, scheduled, dateTimeNext, consent = 'none' } = use
  const isShared = people.length > 0
  const [choice, setChoice] = useState<Choice>(isShared ? 'keep' : 'hold')
  const before = showPhone(use.phone ?? '')
  const others = people.map(({ fullName }) => fullName).join(' and ')
  return (
    <div>
      <p className={classes['numberLead']}>
        {newPhone === null
          ? `${before} will be removed from this contact.`
          : `${before} becomes ${showPhone(newPhone)}.`}
        {isShared && ` ${others} still ${people.length === 1 ? 'has' : 'have'} the old number.`}
      </p>
      <dl className={classes['numberFacts']}>
        {scheduled > 0 && (
          <>
            <dt>Scheduled texts</dt>
            <dd>
              {scheduled.toLocaleString()}
              {dateTimeNext && `, the next one ${showMoment(dateTimeNext, timeZone)}`}
            </dd>
          </>
        )}
        <dt>Consent</dt>
        <dd>
          {consentLabel(consent)}. Consent stays with the old number
          {newPhone === null ? '.' : '; the new number must agree, too.'}
        </dd>
        {texts > 0 && (
          <>
            <dt>Conversation</dt>
            <dd>
              {texts.toLocaleString()}
              {texts >= 1_000 ? ' or more' : ''} {texts === 1 ? 'text' : 'texts'}. They stay with the old
              number.
            </dd>
          </>
        )}
      </dl>
      {scheduled > 0 && (
        <Radio.Group
          label={
            scheduled === 1
              ? 'What should happen to the scheduled text?'
              : 'What should happen to the scheduled texts?'
          }
          value={choice}
          onChange={setChoice}
        >
          <Stack gap="sm" mt="xs">
            {isShared && (
              <Radio
                value="keep"
                label="Keep sending to the old number"
                description={`${others} can still be reached there.`}
              />
            )}
            <Radio
              value="hold"
              label="Hold"
              description="Nothing is sent until you release it on the Scheduled page."
            />
            {newPhone !== null && (
              <Radio
                value="move"
                label="Move to the new number"
                description="Sent only if the new number has agreed to texts by then."
              />
            )}
            <Radio value="cancel" label="Cancel" description="It will not be sent." />
          </Stack>
        </Radio.Group>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={back}>
          Back
        </Button>
        <Button
          loading={isSaving}
          onClick={() => save(scheduled === 0 || choice === 'keep' ? undefined : choice)}
        >
          Save new number
        </Button>
      </Group>
    </div>
  )
}

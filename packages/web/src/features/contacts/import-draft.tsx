import { Alert, Button, Checkbox, Group, NativeSelect } from '@mantine/core'
import type { ContactImportDetail, importFields } from '@parley/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { showMoment } from '../../lib/time.ts'
import { Panel } from '../../ui/page.tsx'
import { showFailure } from '../../ui/tell.ts'
import { GroupSelect } from '../groups/group-select.tsx'
import { fieldLabels } from './contact-labels.ts'
import classes from './contacts.module.css'
import { Mistakes } from './import-mistakes.tsx'
import { ImportVerdict } from './import-verdict.tsx'

type ImportField = (typeof importFields)[number]

interface DraftProps {
  readonly draft: ContactImportDetail
  readonly onChange: (draft: ContactImportDetail) => void
  readonly started: () => void
  readonly discard: () => void
}

/** Columns of the file and a preview of the import. */
export function ImportDraft({ draft, onChange, started, discard }: DraftProps) {
  const { importId, columns, created, duplicates, lines, encoding, dateTimeImportedBefore } = draft
  const { timeZone } = useMe()
  const [groupId, setGroupId] = useState<number>()
  const [isAgain, setIsAgain] = useState(false)
  const params = { importId }
  const map = useMutation({
    mutationFn: (fields: (ImportField | null)[]) => call('mapContactColumns', { params, body: { fields } }),
    onSuccess: onChange,
    onError: error => showFailure(error, 'Columns not changed'),
  })
  const start = useMutation({
    mutationFn: () =>
      call('startContactImport', {
        params,
        body: { ...(groupId !== undefined && { groupId }), ...(isAgain && { again: true }) },
      }),
    onSuccess: started,
    onError: error => showFailure(error, 'Import not started'),
  })
  const remove = (): void => {
    void call('discardContactImport', { params }).catch(() => undefined)
    discard()
  }
  const choose = (index: number, field: string): void =>
    map.mutate(
      columns.map((column, at) => {
        if (at === index) return field === '' ? null : (field as ImportField)
        // A field can be mapped once only: the latest choice wins.
        return column.field === undefined || column.field === field ? null : column.field
      }),
    )
  return (
    <>
      <Panel
        title="Match columns to fields"
        lead={`${draft.fileName}, ${lines.toLocaleString()} ${lines === 1 ? 'row' : 'rows'}`}
      >
        <div className={classes['mapping']}>
          {columns.map(({ title, field, samples }, index) => (
            // Columns are identified only by position.
            <div key={index} className={classes['column']}>
              <strong>{title || `Column ${index + 1}`}</strong>
              <span className={classes['samples']}>{samples.filter(Boolean).join(' · ') || 'empty'}</span>
              <NativeSelect
                aria-label={`Field for ${title || `column ${index + 1}`}`}
                value={field ?? ''}
                disabled={map.isPending}
                onChange={event => choose(index, event.currentTarget.value)}
                data={[
                  { value: '', label: 'Skip this column' },
                  ...Object.entries(fieldLabels).map(([value, label]) => ({ value, label })),
                ]}
              />
            </div>
          ))}
        </div>
        {columns.some(({ field }) => field === 'phone') && (
          <p className={classes['hint']}>
            Numbers that start with a plus sign are used as they are. Ten digits, such as (202) 555-0123, are
            read as a North American number.
          </p>
        )}
      </Panel>
      <Panel title="Preview">
        {encoding !== 'utf-8' && (
          <p className={classes['hint']}>
            This file is not in UTF-8 and was read as {encoding}. Check that names with accents look right.
          </p>
        )}
        <ImportVerdict counts={draft} />
        <Mistakes detail={draft} />
        {dateTimeImportedBefore !== undefined && (
          <Alert color="yellow" mb="md" title="This file was imported before">
            On {showMoment(dateTimeImportedBefore, timeZone)}. Importing it again adds only people you don’t
            have yet.
            <Checkbox
              mt="sm"
              label="Import it again anyway"
              checked={isAgain}
              onChange={event => setIsAgain(event.currentTarget.checked)}
            />
          </Alert>
        )}
        <GroupSelect
          label="Add everyone to a group"
          placeholder="No group"
          maw={320}
          groupId={groupId}
          onChange={setGroupId}
        />
        <Group mt="lg">
          <Button
            onClick={() => start.mutate()}
            loading={start.isPending}
            disabled={
              created + duplicates === 0 ||
              map.isPending ||
              (dateTimeImportedBefore !== undefined && !isAgain)
            }
          >
            Import {created.toLocaleString()} {created === 1 ? 'contact' : 'contacts'}
          </Button>
          <Button variant="default" onClick={remove}>
            Choose another file
          </Button>
        </Group>
      </Panel>
    </>
  )
}

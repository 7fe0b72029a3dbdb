import { Button } from '@mantine/core'
import type { ContactImport, ContactImportDetail } from '@parley/contract'
import { IconFileUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type DragEvent, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { limits } from '../../lib/contract.ts'
import { Failure, messageOf } from '../../lib/failure.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { reading } from '../../lib/queries.ts'
import { showMoment } from '../../lib/time.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { Empty, Waiting, Wrong } from '../../ui/states.tsx'
import { BackToContacts } from './back-to-contacts.tsx'
import classes from './contacts.module.css'
import { ImportDraft } from './import-draft.tsx'
import { ImportProgress } from './import-progress.tsx'

/** Contact import: upload, map columns, preview, import. */
export function ImportPage() {
  const { importId } = useSearch({ from: '/contacts/import' })
  const navigate = useNavigate({ from: '/contacts/import' })
  const client = useQueryClient()
  const keep = (detail: ContactImportDetail): void => {
    const { queryKey } = reading('getContactImport', { params: { importId: detail.importId } })
    client.setQueryData(queryKey, detail)
  }
  const open = (id: number): void => void navigate({ search: { importId: id } })
  const again = (): void => void navigate({ search: {} })
  return (
    <Page title="Import contacts" isNarrow lead={<BackToContacts />}>
      {importId === undefined ? (
        <>
          <Upload
            done={detail => {
              keep(detail)
              open(detail.importId)
            }}
          />
          <Earlier open={open} />
        </>
      ) : (
        <Import key={importId} importId={importId} keep={keep} again={again} />
      )}
    </Page>
  )
}

interface ImportProps {
  readonly importId: number
  readonly keep: (detail: ContactImportDetail) => void
  readonly again: () => void
}

/** A draft, running or finished import, as named in the URL. */
function Import({ importId, keep, again }: ImportProps) {
  const query = useQuery(reading('getContactImport', { params: { importId } }))
  if (query.isPending) return <Waiting />
  if (query.error instanceof Failure && query.error.code === 'not_found') {
    return (
      <Empty title="File no longer available" action={<Button onClick={again}>Choose a file</Button>}>
        Files that are not imported are deleted after a day.
      </Empty>
    )
  }
  if (query.isError) return <Wrong error={query.error} retry={() => void query.refetch()} />
  const detail = query.data
  if (detail.state !== 'draft') return <ImportProgress importId={importId} again={again} />
  return (
    <ImportDraft
      draft={detail}
      onChange={keep}
      started={() => keep({ ...detail, state: 'waiting' })}
      discard={again}
    />
  )
}

function Upload({ done }: { readonly done: (draft: ContactImportDetail) => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > limits.uploadBytes) {
        throw new Error(
          `The file is larger than ${limits.uploadBytes / 1024 / 1024} MB. Split it into smaller files.`,
        )
      }
      return call('uploadContacts', { query: { fileName: file.name.slice(0, 200) }, file })
    },
    onSuccess: done,
  })
  const take = (files: FileList | null): void => {
    const file = files?.[0]
    if (file) upload.mutate(file)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <Panel>
      <div
        className={classes['drop']}
        data-over={isOver || undefined}
        onDragOver={event => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <IconFileUpload size={34} stroke={1.5} aria-hidden />
        <Button onClick={() => field.current?.click()} loading={upload.isPending}>
          Choose a CSV file
        </Button>
        <p>
          Or drop it here. The first line names the columns, such as First name, Last name, Phone, E-mail. You
          can review the result before anything is imported.
        </p>
        <input
          ref={field}
          type="file"
          accept=".csv,text/csv"
          aria-label="CSV file"
          hidden
          onChange={event => {
            take(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
        {upload.isError && (
          <p role="alert" style={{ color: 'var(--danger)' }}>
            {upload.error.constructor === Error ? upload.error.message : messageOf(upload.error)}
          </p>
        )}
      </div>
    </Panel>
  )
}

const states: Record<ContactImport['state'], string> = {
  draft: 'Not started',
  waiting: 'Waiting',
  running: 'Running',
  finished: 'Done',
  failed: 'Stopped',
}

function Earlier({ open }: { readonly open: (importId: number) => void }) {
  const { timeZone } = useMe()
  const query = useQuery(reading('listContactImports', {}))
  const earlier = query.data?.data.filter(({ state }) => state !== 'draft') ?? []
  if (earlier.length === 0) return null
  return (
    <Panel title="Earlier imports">
      <ul className={classes['timeline']}>
        {earlier.map(({ importId, fileName, state, created, refused, dateTimeUploaded }) => (
          <li key={importId}>
            <Button
              variant="subtle"
              size="compact-md"
              justify="flex-start"
              px={0}
              onClick={() => open(importId)}
            >
              {fileName}
            </Button>
            <time dateTime={dateTimeUploaded}>
              {states[state]}: {created.toLocaleString()} added
              {refused > 0 && `, ${refused.toLocaleString()} skipped`} ·{' '}
              {showMoment(dateTimeUploaded, timeZone)}
            </time>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

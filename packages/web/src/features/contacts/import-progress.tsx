import { Alert, Button, Group, Progress } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { reading } from '../../lib/queries.ts'
import { Panel } from '../../ui/page.tsx'
import { Waiting, Wrong } from '../../ui/states.tsx'
import classes from './contacts.module.css'
import { Mistakes } from './import-mistakes.tsx'

interface ProgressProps {
  readonly importId: number
  readonly again: () => void
}

/** How far an import has come, and what came of it. It goes on when the page is left. */
export function ImportProgress({ importId, again }: ProgressProps) {
  const client = useQueryClient()
  const query = useQuery({
    ...reading('getContactImport', { params: { importId } }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'finished' || state.data?.state === 'failed' ? false : 700,
  })
  const state = query.data?.state
  useEffect(() => {
    if (state !== 'finished') return
    for (const key of ['listContacts', 'searchGroups', 'listContactImports']) {
      void client.invalidateQueries({ queryKey: [key] })
    }
  }, [state, client])
  if (query.isPending) return <Waiting />
  if (query.isError) return <Wrong error={query.error} retry={() => void query.refetch()} />
  const { fileName, lines, linesDone, created, refused, problem } = query.data
  const share = lines === 0 ? 100 : Math.round((linesDone / lines) * 100)
  const isOver = state === 'finished' || state === 'failed'
  return (
    <Panel
      title={isOver ? (state === 'finished' ? 'Import done' : 'Import stopped') : 'Importing'}
      lead={fileName}
    >
      <Progress
        value={state === 'finished' ? 100 : share}
        size="lg"
        aria-label="How far the import has come"
        animated={!isOver}
        mb="md"
      />
      <div className={classes['verdict']} role="status">
        <span>
          <strong>{created.toLocaleString()}</strong> {created === 1 ? 'contact' : 'contacts'} added
        </span>
        {refused > 0 && (
          <span data-bad>
            <strong>{refused.toLocaleString()}</strong> {refused === 1 ? 'line' : 'lines'} left out
          </span>
        )}
        {!isOver && (
          <span>
            {linesDone.toLocaleString()} of {lines.toLocaleString()} lines. You can leave this page.
          </span>
        )}
      </div>
      {problem && (
        <Alert color="red" mb="md">
          {problem}
        </Alert>
      )}
      <Mistakes detail={query.data} />
      {isOver && (
        <Group mt="md">
          <Button renderRoot={props => <Link to="/contacts" {...props} />}>Show the contacts</Button>
          <Button variant="default" onClick={again}>
            Import another file
          </Button>
        </Group>
      )}
    </Panel>
  )
}

import { Alert, Button, Group, Progress } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../../lib/call.ts'
import { reading } from '../../lib/queries.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { Panel } from '../../ui/page.tsx'
import { Waiting, Wrong } from '../../ui/states.tsx'
import { showFailure } from '../../ui/tell.ts'
import { Mistakes } from './import-mistakes.tsx'
import { ImportVerdict } from './import-verdict.tsx'

interface ProgressProps {
  readonly importId: number
  readonly again: () => void
}

/** Progress and result of an import. It continues when the page is left. */
export function ImportProgress({ importId, again }: ProgressProps) {
  const client = useQueryClient()
  const query = useQuery({
    ...reading('getContactImport', { params: { importId } }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'finished' || state.data?.state === 'failed' ? false : 700,
  })
  const params = { importId }
  const retry = useMutation({
    mutationFn: () => call('startContactImport', { params, body: {} }),
    onSuccess: detail =>
      client.setQueryData(reading('getContactImport', { params: { importId } }).queryKey, detail),
    onError: error => showFailure(error, 'The import could not be started'),
  })
  const discard = useMutation({
    mutationFn: () => call('discardContactImport', { params }),
    onSuccess: again,
    onError: error => showFailure(error, 'The import could not be discarded'),
  })
  const state = query.data?.state
  useEffect(() => {
    if (state !== 'finished') return
    invalidateAfter(client, 'contactImport')
  }, [state, client])
  if (query.isPending) return <Waiting />
  if (query.isError) return <Wrong error={query.error} retry={() => void query.refetch()} />
  const { fileName, lines, linesDone, problem } = query.data
  const share = lines === 0 ? 100 : Math.round((linesDone / lines) * 100)
  const isOver = state === 'finished' || state === 'failed'
  return (
    <Panel
      title={isOver ? (state === 'finished' ? 'Import finished' : 'Import stopped') : 'Importing'}
      lead={fileName}
    >
      <Progress
        value={state === 'finished' ? 100 : share}
        size="lg"
        aria-label="Import progress"
        animated={!isOver}
        mb="md"
      />
      <ImportVerdict counts={query.data} />
      {problem && (
        <Alert color="red" mb="md">
          {problem}
        </Alert>
      )}
      <Mistakes detail={query.data} />
      {isOver && (
        <Group mt="md">
          {state === 'failed' && (
            <>
              <Button onClick={() => retry.mutate()} loading={retry.isPending}>
                Try again
              </Button>
              <Button variant="default" onClick={() => discard.mutate()} loading={discard.isPending}>
                Discard
              </Button>
            </>
          )}
          <Button
            variant={state === 'failed' ? 'default' : 'filled'}
            renderRoot={props => <Link to="/contacts" {...props} />}
          >
            Show contacts
          </Button>
          <Button variant="default" onClick={again}>
            Import another file
          </Button>
        </Group>
      )}
    </Panel>
  )
}

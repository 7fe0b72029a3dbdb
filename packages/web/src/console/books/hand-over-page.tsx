import { Button, Checkbox, Stack, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { FirmPerson } from '@parley/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call, type Result } from '../../lib/call.ts'
import { reading } from '../../lib/queries.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { Empty, Waiting, Wrong } from '../../ui/states.tsx'
import { BackTo } from '../back-to.tsx'
import classes from '../console.module.css'
import { AdvisorSelect } from '../people/advisor-select.tsx'
import { ClientView } from '../policy/client-view.tsx'
import { useMayInFirm } from '../use-console.ts'
import { useFirmAct } from '../use-firm-act.tsx'
import { BookFacts } from './book-facts.tsx'
import { Handovers } from './handovers.tsx'
import { HeldTexts } from './held-texts.tsx'

const sample =
  '{firm}: {advisor} now looks after you in place of {former}. You reach {advisor} at this number. Reply STOP to opt out.'
const waitMs = 300

/** Gives the book of an advisor to another one. */
export function HandOverPage() {
  const { advisorId } = useParams({ strict: false }) as unknown as { readonly advisorId: number }
  const people = useQuery(reading('listFirmPeople', { query: { holds: advisorId } }))
  if (people.isError) return <Wrong error={people.error} retry={() => void people.refetch()} />
  if (!people.data) return <Waiting />
  const [holder] = people.data.data
  if (!holder) return <Empty title="No such book">There is no such advisor in your firm.</Empty>
  return (
    <Page
      title={`Hand over a book of ${holder.name}`}
      lead={<BackTo to={`/people/${holder.personId}`} label={holder.name} />}
      isNarrow
    >
      <HandOver key={holder.personId} advisorId={advisorId} holder={holder} />
      <HeldTexts advisorId={advisorId} identifier={identifierOf(holder, advisorId)} />
      <Handovers advisorId={advisorId} />
    </Page>
  )
}

const identifierOf = ({ books }: FirmPerson, advisorId: number): string =>
  books.find(book => book.advisorId === advisorId)?.identifier ?? ''

interface HandOverProps {
  readonly advisorId: number
  readonly holder: FirmPerson
}

function HandOver({ advisorId, holder }: HandOverProps) {
  const mayHandOver = useMayInFirm('handOverBook')
  const [successor, setSuccessor] = useState<FirmPerson>()
  const [isTold, setTold] = useState(true)
  const [isHeld, setHeld] = useState(true)
  const [notice, setNotice] = useState(sample)
  const [typed] = useDebouncedValue(notice, waitMs)
  const body = { personId: successor?.personId ?? 0, ...(isTold && { notice: typed }) }
  const params = { advisorId }
  const preview = useQuery({
    ...reading('previewHandover', { params, body }),
    enabled: mayHandOver && successor !== undefined,
    placeholderData: keepPreviousData,
  })
  const act = useFirmAct<void, Result<'handOverBook'>>({
    act: () =>
      call('handOverBook', {
        params,
        body: {
          personId: body.personId,
          texts: isHeld ? 'hold' : 'keep',
          ...(isTold && { notice }),
        },
      }),
    stale: 'firmBook',
    done: () => `${successor?.name} now holds the book.`,
    failed: 'The book was not handed over',
  })
  if (!mayHandOver) return <p className={classes['note']}>An administrator of your firm can hand it over.</p>
  const hasMistakes = (preview.data?.notice?.mistakes.length ?? 0) > 0
  return (
    <>
      <Panel
        title="New advisor"
        lead="Numbers, contacts, conversations and consents stay where they are. Clients see the new name."
      >
        <AdvisorSelect
          label="Hand it over to"
          chosen={successor}
          onChoose={setSuccessor}
          without={new Set([holder.personId])}
          maw={420}
        />
      </Panel>
      {successor && preview.isError && <Wrong error={preview.error} retry={() => void preview.refetch()} />}
      {successor && preview.data && (
        <>
          <Panel title="What happens">
            <BookFacts preview={preview.data} />
            <Checkbox
              mt="md"
              label="Hold queued and scheduled texts until somebody has looked at them"
              description="You release queued texts here, the new advisor each scheduled one. A notice waits behind queued texts."
              checked={isHeld}
              onChange={event => setHeld(event.currentTarget.checked)}
            />
          </Panel>
          <Panel title="What clients are told">
            <Stack>
              <Checkbox
                label="Text every client who may be texted"
                checked={isTold}
                onChange={event => setTold(event.currentTarget.checked)}
              />
              {isTold && (
                <>
                  <Textarea
                    label="Notice"
                    description="With {advisor}, {former} and {firm}."
                    autosize
                    minRows={3}
                    value={notice}
                    onChange={event => setNotice(event.currentTarget.value)}
                  />
                  {preview.data.notice && <NoticeView notice={preview.data.notice} />}
                </>
              )}
            </Stack>
          </Panel>
          <Button
            mt="md"
            mb="lg"
            disabled={isTold && (hasMistakes || typed !== notice)}
            loading={act.isPending}
            onClick={() => act.mutate()}
          >
            Hand over to {successor.name}
          </Button>
        </>
      )}
    </>
  )
}

type Notice = NonNullable<Result<'previewHandover'>['notice']>

function NoticeView({ notice: { text, mistakes, warnings, clients, refused } }: { readonly notice: Notice }) {
  const left = Object.values(refused).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <ClientView check={{ rendered: text, mistakes, warnings }} after={undefined} />
      <p className={classes['note']}>
        {clients} {clients === 1 ? 'client gets' : 'clients get'} it. {left} may not be texted and{' '}
        {left === 1 ? 'does' : 'do'} not.
      </p>
    </>
  )
}

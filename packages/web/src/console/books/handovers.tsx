import { useQuery } from '@tanstack/react-query'
import { reading } from '../../lib/queries.ts'
import { showMoment } from '../../lib/time.ts'
import { Panel } from '../../ui/page.tsx'
import classes from '../console.module.css'
import { browserZone } from '../use-console.ts'

/** When the book changed hands. Shows nothing if it never did. */
export function Handovers({ advisorId }: { readonly advisorId: number }) {
  const query = useQuery(reading('listHandovers', { params: { advisorId } }))
  const handovers = query.data?.data ?? []
  if (handovers.length === 0) return null
  return (
    <Panel title="Handed over before">
      <ul className={classes['rows']}>
        {handovers.map(({ dateTime, former, successor, notice, told, isFinished }) => (
          <li key={dateTime}>
            <div>
              <strong>
                From {former.name} to {successor.name}
              </strong>
              <small>
                {showMoment(dateTime, browserZone)}.{' '}
                {notice === undefined
                  ? 'No notice was sent.'
                  : `${told} clients were told${isFinished ? '' : ' so far'}.`}
              </small>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

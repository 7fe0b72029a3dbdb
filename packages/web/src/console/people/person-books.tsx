import type { FirmPersonDetail } from '@parley/contract'
import { Panel } from '../../ui/page.tsx'
import classes from '../console.module.css'
import { ConsoleLink } from '../link.tsx'
import { useMayInFirm } from '../use-console.ts'

/** Accounts of advisors that the person holds. */
export function PersonBooks({ person: { books } }: { readonly person: FirmPersonDetail }) {
  const mayHandOver = useMayInFirm('handOverBook')
  return (
    <Panel title="Books" lead="Numbers, contacts, conversations and consents of an advisor.">
      <ul className={classes['rows']}>
        {books.map(({ advisorId, identifier, formerName }) => (
          <li key={advisorId}>
            <div>
              <strong>{identifier}</strong>
              {formerName !== undefined && <small>Clients of {formerName}</small>}
            </div>
            <ConsoleLink to={`/books/${advisorId}`} aria-label={`Hand over ${identifier}`}>
              {mayHandOver ? 'Hand over' : 'Show'}
            </ConsoleLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

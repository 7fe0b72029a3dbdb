import type { ContactImportDetail } from '@parley/contract'
import { addressOf } from '../../lib/call.ts'
import classes from './contacts.module.css'

/** Which lines give no contact, and why. */
export function Mistakes({
  detail: { importId, refusals, refused },
}: {
  readonly detail: ContactImportDetail
}) {
  if (refusals.length === 0) return null
  return (
    <>
      <ul className={classes['mistakes']} tabIndex={0} aria-label="Lines that are left out">
        {refusals.map(({ line, mistake }) => (
          <li key={line}>
            <b>Line {line.toLocaleString()}</b>
            <span>{mistake}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href={addressOf('downloadRefusals', { params: { importId } })} download="refused-lines.csv">
          Download all {refused.toLocaleString()} as CSV
        </a>
      </p>
    </>
  )
}

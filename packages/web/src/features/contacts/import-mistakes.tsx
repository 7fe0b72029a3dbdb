import type { ContactImportDetail } from '@parley/contract'
import { addressOf } from '../../lib/call.ts'
import { fieldLabels } from './contact-labels.ts'
import classes from './contacts.module.css'

/** The service names fields as programs know them. */
const withLabels = (mistake: string): string =>
  mistake.replaceAll(/(?<=^|; )\w+/g, name => fieldLabels[name] ?? name)

/** Invalid lines and why. */
export function Mistakes({
  detail: { importId, refusals, refused },
}: {
  readonly detail: ContactImportDetail
}) {
  if (refusals.length === 0) return null
  return (
    <>
      <ul className={classes['mistakes']} tabIndex={0} aria-label="Skipped lines">
        {refusals.map(({ line, mistake }) => (
          <li key={line}>
            <b>Line {line.toLocaleString()}</b>
            <span>{withLabels(mistake)}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href={addressOf('downloadRefusals', { params: { importId } })} download="refused-lines.csv">
          Download {refused === 1 ? 'it' : `all ${refused.toLocaleString()}`} as CSV
        </a>
      </p>
    </>
  )
}

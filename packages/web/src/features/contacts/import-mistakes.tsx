import type { ContactImportDetail } from '@parley/contract'
import { addressOf } from '../../lib/call.ts'
import { fieldWords } from './contact-words.ts'
import classes from './contacts.module.css'

/** The service names fields as programs know them. */
const inWords = (mistake: string): string =>
  mistake.replaceAll(/(?<=^|; )\w+/g, name => fieldWords[name] ?? name)

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
            <span>{inWords(mistake)}</span>
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

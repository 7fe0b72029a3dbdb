import type { ContactImportDetail } from '@parley/contract'
import { linkTo } from '../../lib/call.ts'
import classes from './contacts.module.css'

/** What is wrong with lines of the file: whom each is about, and what it says. */
export function Mistakes({
  detail: { importId, notes, refused, doubtful },
}: {
  readonly detail: ContactImportDetail
}) {
  if (notes.length === 0) return null
  const wrong = refused + doubtful
  return (
    <>
      <ul className={classes['mistakes']} tabIndex={0} aria-label="Lines to look at">
        {notes.map(({ line, name, kind, mistake }) => (
          <li key={line} data-kind={kind}>
            <b>Line {line.toLocaleString()}</b>
            <span>
              {name && <strong>{name}: </strong>}
              {mistake}
            </span>
          </li>
        ))}
      </ul>
      {wrong > 0 && (
        <p>
          <a href={linkTo('downloadRefusals', { params: { importId } })} download="lines-to-fix.csv">
            Download {wrong === 1 ? 'the line' : `the ${wrong.toLocaleString()} lines`} to fix
          </a>
          , correct {wrong === 1 ? 'it' : 'them'} and import that file: people you already have get what they
          lack.
        </p>
      )}
    </>
  )
}
